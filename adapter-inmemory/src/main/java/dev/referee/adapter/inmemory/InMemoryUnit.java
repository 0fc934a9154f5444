package dev.referee.adapter.inmemory;

import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: what it writes is its own until the commit publishes all of it, and what it locks, keys to be inserted included, is
 * locked until it ends. Where databases differ on a row that somebody is inserting, this follows PostgreSQL: to lock or to read it finds
 * nothing, to insert it waits.
 */
final class InMemoryUnit implements UnitOfWork {

    private final CommittedRows committed;
    private final RowLocks locks;
    private final StepListener listener;
    private final Runnable ended;
    private final long deadline;
    private final Map<RowKey, Object> written = new HashMap<>();
    private final Set<RowKey> held = new HashSet<>();
    private @Nullable Throwable failure;
    private boolean done;
    private boolean closed;

    /**
     * @param deadline in the terms of {@link System#nanoTime}
     * @param ended is run once, by the first close
     */
    InMemoryUnit(CommittedRows committed, RowLocks locks, StepListener listener, long deadline, Runnable ended) {
        this.committed = committed;
        this.locks = locks;
        this.listener = listener;
        this.deadline = deadline;
        this.ended = ended;
    }

    @Override
    public <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> operations) {
        return guarded(Phase.LOCK, () -> {
            InMemoryAggregate<S> aggregate = known(store);
            RowKey key = aggregate.keyOf(subject);
            listener.before(Step.LOCK);
            if (isVisible(key) && !lockRow(key, wait)) {
                return new Locked<>(new LockAnswer.Busy<>(), Map.of());
            }
            listener.before(Step.FACTS);
            LockAnswer<S> answer = visible(key)
                    .<LockAnswer<S>>map(row -> new LockAnswer.Locked<>(aggregate.state(row)))
                    .orElseGet(LockAnswer.Absent::new);
            return new Locked<>(answer, operationsOf(operations));
        });
    }

    /** Whether the name is locked now; if not, it is somebody else's. */
    boolean lockName(LockName name, LockWait wait) {
        return guarded(Phase.LOCK, () -> {
            listener.before(Step.LOCK);
            return lockRow(RowKey.name(name), wait);
        });
    }

    @Override
    public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
        return guarded(Phase.FACTS, () -> {
            InMemoryAggregate<S> aggregate = known(store);
            return visible(aggregate.keyOf(subject)).map(aggregate::state);
        });
    }

    @Override
    public <S> boolean update(AggregateStore<S> store, S before, S next) {
        return guarded(Phase.WRITE, () -> {
            InMemoryAggregate<S> aggregate = known(store);
            listener.before(Step.WRITE_AGGREGATE);
            return overwrite(aggregate, before, next);
        });
    }

    @Override
    public <S> void insert(AggregateStore<S> store, S state) {
        guarded(Phase.WRITE, () -> {
            InMemoryAggregate<S> aggregate = known(store);
            listener.before(Step.WRITE_AGGREGATE);
            insertNew(aggregate, state);
            return true;
        });
    }

    private <S> void insertNew(InMemoryAggregate<S> aggregate, S state) {
        insert(aggregate.keyOf(state), aggregate.stored(state), FailureKind.DUPLICATE_AGGREGATE);
        writeChild(aggregate, state);
    }

    @Override
    public void commit(List<Change<?>> changes) {
        guarded(Phase.WRITE, () -> {
            for (Change<?> change : changes) {
                write(change);
            }
            listener.before(Step.COMMIT);
            committed.publish(written);
            done = true;
            releaseAll();
            return true;
        });
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        done = true;
        written.clear();
        releaseAll();
        ended.run();
    }

    private <S> InMemoryAggregate<S> known(AggregateStore<S> store) {
        InMemoryAggregate<S> aggregate = InMemoryAggregate.require(store);
        committed.require(aggregate.toString(), CommittedRows.Kind.AGGREGATES);
        return aggregate;
    }

    /** Whether it belongs to the store that has these rows. */
    boolean isOf(CommittedRows rows) {
        return committed == rows;
    }

    /** Writes a row that was not there. */
    void add(RowKey key, Object row) {
        guarded(Phase.WRITE, () -> {
            insert(key, row, FailureKind.REJECTED);
            return true;
        });
    }

    /**
     * Changes a row under its lock, for which it waits.
     *
     * @return false if there is none, or not such a one
     */
    <T> boolean change(RowKey key, Class<T> type, Predicate<T> wanted, Function<T, T> next) {
        return guarded(Phase.WRITE, () -> changed(key, type, wanted, next).isPresent());
    }

    /** As {@link #change}, but empty if another unit has the row locked. Gives what was written. */
    <T> Optional<T> changeUnlessLocked(RowKey key, Class<T> type, Predicate<T> wanted, Function<T, T> next) {
        return guarded(
                Phase.WRITE,
                () -> acquire(key, 0, Phase.WRITE) == RowLocks.Answer.TIMED_OUT
                        ? Optional.empty()
                        : changed(key, type, wanted, next).map(type::cast));
    }

    /** Removes a row under its lock, for which it waits. */
    <T> boolean remove(RowKey key, Class<T> type, Predicate<T> wanted) {
        return guarded(
                Phase.WRITE,
                () -> changed(key, type, wanted, row -> CommittedRows.GONE).isPresent());
    }

    private <T> Optional<Object> changed(RowKey key, Class<T> type, Predicate<T> wanted, Function<T, ?> next) {
        if (visible(key).map(type::cast).filter(wanted).isEmpty() && !held.contains(key)) {
            return Optional.empty();
        }
        lockToWrite(key);
        Optional<T> row = visible(key).map(type::cast).filter(wanted);
        if (row.isEmpty()) {
            if (!written.containsKey(key)) {
                held.remove(key);
                locks.release(Set.of(key));
            }
            return Optional.empty();
        }
        Object after = next.apply(row.get());
        written.put(key, after);
        return Optional.of(after);
    }

    private <S> void write(Change<S> change) {
        InMemoryAggregate<S> aggregate = known(change.store());
        listener.before(Step.WRITE_AGGREGATE);
        if (change.before().isEmpty()) {
            insertNew(aggregate, change.next());
        } else if (!overwrite(aggregate, change.before().get(), change.next())) {
            throw failed(
                    FailureKind.CONTENTION, Phase.WRITE, "The aggregate is not at the revision that was decided on.");
        }
        listener.before(Step.WRITE_AUDIT);
        AuditEntry audit = change.audit();
        insert(RowKey.audit(audit.namespace(), audit.aggregate(), audit.revision()), audit, FailureKind.REJECTED);
        listener.before(Step.WRITE_OPERATION);
        insert(RowKey.operation(change.operation().key()), change.operation(), FailureKind.DUPLICATE_OPERATION);
        listener.before(Step.WRITE_EVENT);
        insert(RowKey.event(change.event().id()), change.event(), FailureKind.REJECTED);
    }

    private <S> boolean overwrite(InMemoryAggregate<S> aggregate, S before, S next) {
        RowKey key = aggregate.keyOf(before);
        if (!aggregate.keyOf(next).equals(key)) {
            throw new IllegalArgumentException(
                    "a change must keep the identity, but made " + aggregate.keyOf(next) + " of " + key);
        }
        if (!mayOverwrite(aggregate, key, before, next)) {
            return false;
        }
        boolean taken = lockToWrite(key);
        if (!mayOverwrite(aggregate, key, before, next)) {
            if (taken) {
                held.remove(key);
                locks.release(Set.of(key));
            }
            return false;
        }
        written.put(key, aggregate.stored(next));
        writeChild(aggregate, next);
        return true;
    }

    private <S> boolean mayOverwrite(InMemoryAggregate<S> aggregate, RowKey key, S before, S next) {
        return visible(key)
                .map(aggregate::state)
                .filter(present -> aggregate.revisionOf(present).equals(aggregate.revisionOf(before)))
                .filter(present -> aggregate.allows(present, next))
                .isPresent();
    }

    private <S> void writeChild(InMemoryAggregate<S> aggregate, S next) {
        aggregate.childOf(next).ifPresent(child -> insert(child.getKey(), child.getValue(), FailureKind.REJECTED));
    }

    /** A key that another unit is inserting is waited for, until it is known whether it will be there. */
    private void insert(RowKey key, Object row, FailureKind duplicate) {
        lockToWrite(key);
        if (isVisible(key)) {
            throw failed(duplicate, Phase.WRITE, "The table " + key.table() + " has a row with the key " + key + ".");
        }
        written.put(key, row);
    }

    /** Inserts the row unless one of its values is there; then nobody has to wait for this unit. */
    <V> InsertAnswer<V> insertOrFind(InMemoryGuardedInsert<V> insert, V row) {
        return guarded(Phase.WRITE, () -> {
            listener.before(Step.WRITE_AGGREGATE);
            Set<RowKey> taken = new HashSet<>();
            committed.require(insert.name(), CommittedRows.Kind.GUARDED_ROWS);
            Map<String, RowKey> values = insert.valuesOf(row);
            for (Map.Entry<String, RowKey> value : values.entrySet()) {
                if (lockToWrite(value.getValue())) {
                    taken.add(value.getValue());
                }
                Optional<Object> winner = visible(value.getValue());
                if (winner.isPresent()) {
                    held.removeAll(taken);
                    locks.release(taken);
                    return new InsertAnswer.Found<>(value.getKey(), insert.row(winner.get()));
                }
            }
            insert(insert.keyOf(row), row, FailureKind.REJECTED);
            values.values().forEach(value -> written.put(value, row));
            return new InsertAnswer.Inserted<>();
        });
    }

    /** Whether the row is locked now; if not, it is somebody else's. */
    private boolean lockRow(RowKey key, LockWait wait) {
        long nanos =
                wait.fold(upTo -> Math.min(upTo.limit().toNanos(), Math.max(nanosLeft(), 1)), noWait -> 0L, skip -> 0L);
        if (acquire(key, nanos, Phase.LOCK) != RowLocks.Answer.TIMED_OUT) {
            return true;
        }
        if (!(wait instanceof LockWait.Skip)) {
            failure = StoreFailure.afterBusy(new InMemoryFault("Somebody else held it until the wait had ended."));
        }
        return false;
    }

    /** Returns whether the lock was taken only now. */
    private boolean lockToWrite(RowKey key) {
        if (nanosLeft() <= 0) {
            throw failed(FailureKind.CONTENTION, Phase.WRITE, "The time for the unit of work has passed.");
        }
        RowLocks.Answer answer = acquire(key, nanosLeft(), Phase.WRITE);
        if (answer == RowLocks.Answer.TIMED_OUT) {
            throw failed(
                    FailureKind.CONTENTION,
                    Phase.WRITE,
                    "The time for the unit of work passed while it waited for a row of " + key.table() + ".");
        }
        return answer == RowLocks.Answer.ACQUIRED;
    }

    private RowLocks.Answer acquire(RowKey key, long nanos, Phase phase) {
        RowLocks.Answer answer;
        try {
            answer = locks.acquire(this, key, nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreFailure(
                    FailureKind.REJECTED,
                    phase,
                    false,
                    "The thread was interrupted while it waited for a lock.",
                    interrupted);
        }
        if (answer == RowLocks.Answer.DEADLOCK) {
            throw failed(
                    FailureKind.CONTENTION,
                    phase,
                    "To wait for a row of " + key.table() + " would have closed a circle of waiting units.");
        }
        if (answer == RowLocks.Answer.ACQUIRED) {
            held.add(key);
        }
        return answer;
    }

    private Map<OperationKey, StoredOperation> operationsOf(Set<OperationKey> keys) {
        Map<OperationKey, StoredOperation> found = new HashMap<>();
        for (Object row :
                committed.findAll(keys.stream().map(RowKey::operation).toList()).values()) {
            StoredOperation operation = (StoredOperation) row;
            found.put(operation.key(), operation);
        }
        return found;
    }

    private Optional<Object> visible(RowKey key) {
        Object own = written.get(key);
        if (own == CommittedRows.GONE) {
            return Optional.empty();
        }
        return own != null ? Optional.of(own) : committed.find(key);
    }

    private boolean isVisible(RowKey key) {
        return visible(key).isPresent();
    }

    private long nanosLeft() {
        return deadline - System.nanoTime();
    }

    private void releaseAll() {
        locks.release(held);
        held.clear();
    }

    /** Runs one call of the port; whatever it throws leaves the unit fit only to be closed. */
    private <T> T guarded(Phase phase, Supplier<T> call) {
        if (done) {
            throw new IllegalStateException("The unit of work has ended.");
        }
        if (failure != null) {
            throw afterFailure(failure, phase);
        }
        try {
            return call.get();
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
            throw thrown;
        }
    }

    @Override
    public Optional<StoreFailure> failure() {
        return failure instanceof StoreFailure ofStore ? Optional.of(ofStore) : Optional.empty();
    }

    /** The first failure decides: what comes after it is its consequence. */
    private static StoreFailure afterFailure(Throwable failure, Phase phase) {
        if (failure instanceof StoreFailure first) {
            return first.isBusy()
                    ? StoreFailure.afterBusy(first)
                    : new StoreFailure(
                            first.kind(), first.phase(), false, "After a failure the unit can only be closed.", first);
        }
        return new StoreFailure(
                FailureKind.REJECTED, phase, false, "After a failure the unit can only be closed.", failure);
    }

    private static StoreFailure failed(FailureKind kind, Phase phase, String message) {
        return new StoreFailure(kind, phase, false, message, new InMemoryFault(message));
    }
}
