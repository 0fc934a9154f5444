package dev.referee.application.lock;

import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
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
 * Runs work in a transaction that takes locks, for work that is not a command. Nothing is retried: a {@link
 * dev.referee.application.port.StoreFailure} says by its kind whether running it all again can help. Safe for many threads.
 *
 * <p>SQL of the embedding service's own takes part if it runs on the same data source through Spring's JDBC support, on the thread that runs
 * the work.
 */
public final class Transactions {

    private final UnitsOfWork units;
    private final LockObserver observer;

    private Transactions(UnitsOfWork units, LockObserver observer) {
        this.units = units;
        this.observer = observer;
    }

    public static Transactions over(Adapter adapter) {
        return new Transactions(adapter.unitsOfWork(), LockObserver.NONE);
    }

    /** The same transactions, told to an observer. */
    public Transactions observedBy(LockObserver lockObserver) {
        return new Transactions(units, new GuardedLockObserver(lockObserver));
    }

    /**
     * Runs the work in a READ COMMITTED transaction of its own and commits; rolls back if the work throws. Work that met {@link
     * LockAnswer.Busy} by a timed or refused wait cannot be committed, whatever it returns: then a {@link
     * dev.referee.application.port.StoreFailure} of kind CONTENTION is thrown.
     *
     * @param limit the time for the whole transaction
     */
    public <R> R run(Duration limit, Function<Transaction, R> work) {
        try (UnitOfWork unit = units.begin(limit)) {
            R result = work.apply(new Transaction(unit, observer));
            unit.commit(List.of());
            return result;
        }
    }

    /** One transaction. Used by its own thread, until its work returns. */
    public static final class Transaction {

        private final UnitOfWork unit;
        private final LockObserver observer;

        private Transaction(UnitOfWork unit, LockObserver observer) {
            this.unit = unit;
            this.observer = observer;
        }

        /** Locks one row until the transaction ends. After {@link LockAnswer.Busy} by a timed or refused wait, the transaction cannot commit. */
        public <S> LockAnswer<S> lock(AggregateStore<S> store, Subject subject, LockWait wait) {
            return observed(
                    LockKind.ROW,
                    () -> unit.lock(store, subject, wait, Set.of()).answer(),
                    answer -> answer instanceof LockAnswer.Busy);
        }

        private <A> A observed(LockKind kind, Supplier<A> lock, Predicate<A> isBusy) {
            long startedAt = System.nanoTime();
            A answer = lock.get();
            observer.waited(kind, Duration.ofNanos(System.nanoTime() - startedAt));
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

        /** The locked states among the answers, in the order of the keys. */
        public static <S> List<S> locked(Map<Subject, LockAnswer<S>> answers) {
            return answers.values().stream()
                    .flatMap(answer -> answer.<Stream<S>>fold(Stream::of, Stream::empty, Stream::empty))
                    .toList();
        }
    }
}
