package dev.referee.application.lock;

import dev.referee.application.port.Adapter;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs work in a transaction that takes locks, for work that is not a command. Nothing is run again unless {@link #retrying} says so: a
 * {@link StoreFailure} tells by its kind whether running it all again can help. Safe for many threads.
 *
 * <p>SQL of the embedding service's own takes part if it runs on the same data source through Spring's JDBC support, on the thread that runs
 * the work.
 */
public final class Transactions {

    private static final RetryPolicy ONCE = RetryPolicy.DEFAULT.withAttempts(1).withTotal(Duration.ofHours(1));

    private final UnitsOfWork units;
    private final AdvisoryLocks names;
    private final GuardedInserts inserts;
    private final LockObserver observer;
    private final RetryPolicy retry;
    private final boolean joined;

    private Transactions(
            UnitsOfWork units,
            AdvisoryLocks names,
            GuardedInserts inserts,
            LockObserver observer,
            RetryPolicy retry,
            boolean joined) {
        this.units = units;
        this.names = names;
        this.inserts = inserts;
        this.observer = observer;
        this.retry = retry;
        this.joined = joined;
    }

    public static Transactions over(Adapter adapter) {
        Asked ports = new Asked(adapter);
        return new Transactions(adapter.unitsOfWork(), ports, ports, LockObserver.NONE, ONCE, false);
    }

    /** For rows only: names and unique values are for an adapter. */
    public static Transactions over(UnitsOfWork units) {
        return new Transactions(units, None.INSTANCE, None.INSTANCE, LockObserver.NONE, ONCE, false);
    }

    /** The same transactions, told to an observer. */
    public Transactions observedBy(LockObserver lockObserver) {
        return new Transactions(units, names, inserts, LockObserver.guarded(lockObserver), retry, joined);
    }

    /**
     * The same transactions, run again from the start, on fresh state, when they failed for a passing reason: a deadlock or a serialization
     * failure, a lost connection, or a new row whose key somebody else has just taken (once: met again, it is another row's value). The work
     * must be fit for that: what it does outside the store is done again.
     *
     * <p>Not run again are: a row or a name that was {@link LockAnswer.Busy}, in work that {@link #joined} it too, for the caller has said how long
     * to wait; a commit whose
     * outcome is unknown, for it may have taken effect; a store that gives no connection; and whatever else the work throws. When the attempts
     * or the time are spent, the last failure is thrown, with the earlier ones as its suppressed exceptions.
     *
     * @param policy its total limits all attempts and pauses together; the limit of {@link #run} holds for each attempt
     */
    public Transactions retrying(RetryPolicy policy) {
        return new Transactions(units, names, inserts, observer, policy, joined);
    }

    /**
     * The same, taking part in the transaction that the calling thread already holds on the same store. Nothing is run again then, whatever
     * {@link #retrying} said; commit and rollback stay with the caller, and a failure leaves the caller's transaction only rollback.
     *
     * <p>A transaction that has been committed is not joined any more: its callbacks (Spring's {@code afterCommit}) begin another one
     * (REQUIRES_NEW). Before that (in {@code beforeCommit}) only rollback comes too late for the caller: what this work and the transaction wrote
     * is rolled back, but what a callback writes afterwards on the same connection is committed with its end. Work that runs there should let its
     * failure out, and nobody write after it.
     *
     * <p>What is locked after a savepoint of the caller's (Spring's PROPAGATION_NESTED) is let go when that is rolled back to: rows and names on
     * PostgreSQL and H2; MySQL and MariaDB keep both.
     */
    public Transactions joined() {
        return new Transactions(units, names, inserts, observer, retry, true);
    }

    /**
     * Runs the work in a READ COMMITTED transaction of its own and commits; rolls back if the work throws. Work that met {@link
     * LockAnswer.Busy} by a timed or refused wait cannot be committed, whatever it returns: then a {@link StoreFailure} of kind CONTENTION is
     * thrown.
     *
     * @param limit the time for the whole transaction, 1 ms or more
     * @throws StoreFailure if the store failed
     * @throws dev.referee.application.port.TransactionAlreadyActive if the thread already holds a transaction on the same store
     */
    public <R> R run(Duration limit, Function<Transaction, R> work) {
        return new Reruns(joined ? ONCE : retry).run(left -> once(left.compareTo(limit) < 0 ? left : limit, work));
    }

    private <R> R once(Duration limit, Function<Transaction, R> work) {
        try (UnitOfWork unit = begin(limit)) {
            Transaction transaction = new Transaction(unit, names, inserts, observer);
            boolean done = false;
            try {
                R result = work.apply(transaction);
                unit.commit(List.of());
                done = true;
                return result;
            } catch (RuntimeException e) {
                throw transaction.busy ? e : Reruns.afterFailure(e, unit.failure());
            } finally {
                // Whatever it was: work in other languages throws checked exceptions, too.
                if (!done) {
                    unit.fail();
                }
            }
        }
    }

    private UnitOfWork begin(Duration limit) {
        try {
            return joined ? units.join(limit) : units.begin(limit);
        } catch (StoreFailure e) {
            throw Reruns.afterFailure(e, Optional.empty());
        }
    }

    /** One transaction. Used by its own thread, until its work returns. */
    public static final class Transaction {

        private final UnitOfWork unit;
        private final AdvisoryLocks names;
        private final GuardedInserts inserts;
        private final LockObserver observer;

        /** A timed or refused wait has ended without the lock. */
        private boolean busy;

        private Transaction(UnitOfWork unit, AdvisoryLocks names, GuardedInserts inserts, LockObserver observer) {
            this.unit = unit;
            this.names = names;
            this.inserts = inserts;
            this.observer = observer;
        }

        /**
         * The port under this transaction, for features that take part in it through a port of their own. It is committed and closed here and
         * by nobody else.
         */
        public UnitOfWork unit() {
            return unit;
        }

        /** Locks one row until the transaction ends. After {@link LockAnswer.Busy} by a timed or refused wait, the transaction cannot commit. */
        public <S> LockAnswer<S> lock(AggregateStore<S> store, Subject subject, LockWait wait) {
            LockAnswer<S> answer = observed(
                    LockKind.ROW,
                    () -> unit.lock(store, subject, wait, Set.of()).answer(),
                    given -> given instanceof LockAnswer.Busy);
            busy |= answer instanceof LockAnswer.Busy && !(wait instanceof LockWait.Skip);
            return answer;
        }

        /**
         * Locks a name until the transaction ends, waiting up to this time for whoever holds it. A name that this transaction holds already is
         * had at once.
         *
         * @param limit 1 ms to 10 minutes
         * @return false if somebody else held it until the time had passed: then the transaction cannot commit
         * @throws StoreFailure of kind CONTENTION if waiting would have closed a circle of waiting transactions
         */
        public boolean lock(LockName name, Duration limit) {
            boolean taken = observed(LockKind.ADVISORY, () -> names.lock(unit, name, limit), had -> !had);
            busy |= !taken;
            return taken;
        }

        /**
         * Locks a name until the transaction ends, if nobody else holds it.
         *
         * @return false if somebody else holds it; the transaction goes on
         */
        public boolean tryLock(LockName name) {
            return observed(LockKind.ADVISORY, () -> names.tryLock(unit, name), taken -> !taken);
        }

        /**
         * Inserts a row, or finds the one that has one of its unique values already; waits for somebody who is inserting the same value, as
         * long as the transaction has time. It goes on after both answers.
         *
         * @throws StoreFailure of kind CONTENTION if the whole transaction should be run again (a deadlock; or nobody can be named, because the
         *     winner has gone again); of kind REJECTED if another constraint than a declared one fired
         */
        public <V> InsertAnswer<V> insertOrFind(GuardedInsert<V> insert, V row) {
            InsertAnswer<V> answer =
                    observed(LockKind.UNIQUE, () -> inserts.insertOrFind(unit, insert, row), given -> false);
            if (answer instanceof InsertAnswer.Found<V> found) {
                observer.duplicate(found.guard());
            }
            return answer;
        }

        private <A> A observed(LockKind kind, Supplier<A> lock, Predicate<A> isBusy) {
            long startedAt = System.nanoTime();
            A answer;
            try {
                answer = lock.get();
            } finally {
                observer.waited(kind, Duration.ofNanos(System.nanoTime() - startedAt));
            }
            if (isBusy.test(answer)) {
                observer.busy(kind);
            }
            return answer;
        }

        /**
         * Locks many rows in the order of their keys, whatever order they are asked for in, so that two such calls never wait for each other
         * in a circle. Stops at the first row that is {@link LockAnswer.Busy}, unless busy rows are to be skipped. A timed wait is for all of
         * them together.
         *
         * @return the answers given, in the order of the keys
         */
        public <S> SortedMap<Subject, LockAnswer<S>> lockAll(
                AggregateStore<S> store, Collection<Subject> subjects, LockWait wait) {
            long startedAt = System.nanoTime();
            SortedMap<Subject, LockAnswer<S>> answers = new TreeMap<>();
            for (Subject subject : new TreeSet<>(subjects)) {
                LockAnswer<S> answer = lock(store, subject, left(wait, startedAt));
                answers.put(subject, answer);
                if (answer instanceof LockAnswer.Busy && !(wait instanceof LockWait.Skip)) {
                    break;
                }
            }
            return answers;
        }

        private static LockWait left(LockWait wait, long startedAt) {
            Duration spent = Duration.ofNanos(System.nanoTime() - startedAt);
            return wait.fold(
                    upTo -> spent.plusMillis(1).compareTo(upTo.limit()) < 0
                            ? LockWait.upTo(upTo.limit().minus(spent))
                            : LockWait.noWait(),
                    noWait -> noWait,
                    skip -> skip);
        }

        /** Reads one row as it is committed now, without a lock. */
        public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
            return unit.read(store, subject);
        }

        /**
         * Writes {@code next} over {@code before} if the row is still at the revision of {@code before}.
         *
         * @return false if it is stale; then nothing was changed
         */
        public <S> boolean update(AggregateStore<S> store, S before, S next) {
            return unit.update(store, before, next);
        }

        /**
         * Writes a new row.
         *
         * @throws StoreFailure of kind DUPLICATE_AGGREGATE if there is one with its key, or somebody has just inserted it. Then the
         *     transaction can only be rolled back
         */
        public <S> void insert(AggregateStore<S> store, S state) {
            unit.insert(store, state);
        }

        /** The locked states among the answers, in the order of the keys. */
        public static <S> List<S> locked(Map<Subject, LockAnswer<S>> answers) {
            return answers.values().stream()
                    .flatMap(answer -> answer.<Stream<S>>fold(Stream::of, Stream::empty, Stream::empty))
                    .toList();
        }
    }

    /** The adapter's, asked for when they are used: one that has no names has rows. */
    private record Asked(Adapter adapter) implements AdvisoryLocks, GuardedInserts {

        @Override
        public boolean lock(UnitOfWork unit, LockName name, Duration limit) {
            return adapter.advisoryLocks().lock(unit, name, limit);
        }

        @Override
        public boolean tryLock(UnitOfWork unit, LockName name) {
            return adapter.advisoryLocks().tryLock(unit, name);
        }

        @Override
        public <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row) {
            return adapter.guardedInserts().insertOrFind(unit, insert, row);
        }
    }

    private enum None implements AdvisoryLocks, GuardedInserts {
        INSTANCE;

        @Override
        public boolean lock(UnitOfWork unit, LockName name, Duration limit) {
            return tryLock(unit, name);
        }

        @Override
        public boolean tryLock(UnitOfWork unit, LockName name) {
            throw missing();
        }

        @Override
        public <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row) {
            throw missing();
        }

        private static UnsupportedOperationException missing() {
            return new UnsupportedOperationException("that is for an adapter: use Transactions.over(Adapter)");
        }
    }
}
