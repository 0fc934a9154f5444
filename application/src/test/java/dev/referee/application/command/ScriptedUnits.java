package dev.referee.application.command;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store of one thread whose next failures are written down beforehand. It is here for the engine's table of what follows what failure; the
 * real behaviour of stores is the acceptance suite's.
 */
final class ScriptedUnits implements UnitsOfWork {

    final Map<Subject, Counter> rows = new HashMap<>();
    final Map<OperationKey, StoredOperation> operations = new HashMap<>();
    final List<Duration> limits = new ArrayList<>();
    int closed;

    /** One entry for each coming transaction; an empty one lets it be. */
    private final Deque<Fault> script = new ArrayDeque<>();

    record Counter(long revision, long value) {}

    /** @param committed whether the transaction takes effect all the same */
    record Fault(Phase phase, FailureKind kind, boolean unknown, boolean committed) {
        StoreFailure failure() {
            return new StoreFailure(kind, phase, unknown, "scripted", new IllegalStateException("scripted"));
        }
    }

    static final AggregateStore<Counter> STORE = state -> new Revision(state.revision());

    ScriptedUnits then(Phase phase, FailureKind kind) {
        script.add(new Fault(phase, kind, false, false));
        return this;
    }

    ScriptedUnits thenLosesTheReplyToCommit(boolean committed) {
        script.add(new Fault(Phase.COMMIT, FailureKind.CONNECTION_LOST, true, committed));
        return this;
    }

    ScriptedUnits thenIsBusy() {
        script.add(new Fault(Phase.LOCK, FailureKind.REJECTED, false, true));
        return this;
    }

    @Override
    public UnitOfWork begin(Duration limit) {
        limits.add(limit);
        Fault fault = script.poll();
        if (fault != null && fault.phase() == Phase.BEGIN) {
            throw fault.failure();
        }
        return new Unit(fault);
    }

    @Override
    public UnitOfWork join(Duration limit) {
        return begin(limit);
    }

    private final class Unit implements UnitOfWork {

        private final @Nullable Fault fault;

        Unit(@Nullable Fault fault) {
            this.fault = fault;
        }

        @Override
        @SuppressWarnings("unchecked") // there is only one kind of state here
        public <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> keys) {
            if (fault != null && fault.phase() == Phase.LOCK && fault.committed()) {
                return new Locked<>(new LockAnswer.Busy<>(), Map.of());
            }
            failIn(Phase.LOCK);
            failIn(Phase.FACTS);
            Map<OperationKey, StoredOperation> found = new HashMap<>(operations);
            found.keySet().retainAll(keys);
            S state = (S) rows.get(subject);
            return new Locked<>(state == null ? new LockAnswer.Absent<>() : new LockAnswer.Locked<>(state), found);
        }

        @Override
        public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <S> boolean update(AggregateStore<S> store, S before, S next) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <S> void insert(AggregateStore<S> store, S state) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void commit(List<Change<?>> changes) {
            failIn(Phase.WRITE);
            if (fault == null || fault.committed()) {
                for (Change<?> change : changes) {
                    rows.put(change.audit().aggregate(), (Counter) change.next());
                    operations.put(change.operation().key(), change.operation());
                }
            }
            failIn(Phase.COMMIT);
        }

        private void failIn(Phase phase) {
            if (fault != null && fault.phase() == phase) {
                throw fault.failure();
            }
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
