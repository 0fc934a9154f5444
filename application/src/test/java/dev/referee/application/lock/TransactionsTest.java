package dev.referee.application.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is run again and what is not. How real stores fail is the acceptance suite's. */
class TransactionsTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final RetryPolicy QUICK = RetryPolicy.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO);
    private static final AggregateStore<String> STORE = state -> Revision.FIRST;
    private static final Subject ID = new Subject("a-1");

    private final Scripted units = new Scripted();
    private final Transactions once = Transactions.over(units);
    private final Transactions again = once.retrying(QUICK);

    @ParameterizedTest
    @EnumSource(names = {"CONTENTION", "CONNECTION_LOST"})
    void a_passing_failure_is_run_again(FailureKind kind) {
        units.failures.add(failure(kind, Phase.WRITE));
        assertEquals(2, (int) again.run(LIMIT, t -> units.begun.size()));
        assertEquals(2, units.closed, "the first attempt was closed before the second");
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "REJECTED", "DUPLICATE_OPERATION"})
    void another_failure_is_thrown_as_it_is(FailureKind kind) {
        StoreFailure failure = failure(kind, Phase.WRITE);
        units.failures.add(failure);
        assertSame(failure, assertThrows(StoreFailure.class, () -> again.run(LIMIT, t -> 1)));
        assertEquals(1, units.begun.size());
    }

    @Test
    void a_duplicate_key_is_run_again_once() {
        units.failures.add(failure(FailureKind.DUPLICATE_AGGREGATE, Phase.WRITE));
        assertEquals(2, (int) again.run(LIMIT, t -> units.begun.size()));

        StoreFailure second = failure(FailureKind.DUPLICATE_AGGREGATE, Phase.WRITE);
        units.failures.add(failure(FailureKind.DUPLICATE_AGGREGATE, Phase.WRITE));
        units.failures.add(second);
        assertSame(second, assertThrows(StoreFailure.class, () -> again.run(LIMIT, t -> 1)));
        assertEquals(1, second.getSuppressed().length);
    }

    @Test
    void nothing_is_run_again_unless_asked_for() {
        units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        assertThrows(StoreFailure.class, () -> once.run(LIMIT, t -> 1));
        assertEquals(1, units.begun.size());
    }

    @Test
    void an_unknown_commit_is_thrown_as_it_is() {
        StoreFailure unknown = new StoreFailure(
                FailureKind.CONNECTION_LOST, Phase.COMMIT, true, "scripted", new IllegalStateException());
        units.failures.add(unknown);
        assertSame(unknown, assertThrows(StoreFailure.class, () -> again.run(LIMIT, t -> 1)));
        assertEquals(1, units.begun.size());
    }

    @Test
    void a_busy_row_is_not_asked_for_again() {
        units.busy = true;
        units.failures.add(failure(FailureKind.CONTENTION, Phase.LOCK));
        assertThrows(StoreFailure.class, () -> again.run(LIMIT, t -> t.lock(STORE, ID, LockWait.noWait())));
        assertEquals(1, units.begun.size());
    }

    @Test
    void after_a_skipped_row_a_failure_is_run_again() {
        units.busy = true;
        units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        assertEquals(new LockAnswer.Busy<String>(), again.run(LIMIT, t -> t.lock(STORE, ID, LockWait.skip())));
        assertEquals(2, units.begun.size());
    }

    @Test
    void the_last_failure_keeps_the_earlier_ones() {
        StoreFailure last = failure(FailureKind.CONTENTION, Phase.WRITE);
        units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        units.failures.add(failure(FailureKind.CONNECTION_LOST, Phase.WRITE));
        units.failures.add(last);
        Transactions three = once.retrying(QUICK.withAttempts(3));
        assertSame(last, assertThrows(StoreFailure.class, () -> three.run(LIMIT, t -> 1)));
        assertEquals(2, last.getSuppressed().length);
        assertEquals(3, units.begun.size());
    }

    @Test
    void the_total_bounds_each_attempt() {
        Duration total = Duration.ofSeconds(2);
        units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        once.retrying(QUICK.withTotal(total)).run(LIMIT, t -> 1);
        assertTrue(units.begun.stream().allMatch(limit -> limit.compareTo(total) <= 0), units.begun::toString);

        units.begun.clear();
        once.run(LIMIT, t -> 1);
        assertEquals(List.of(LIMIT), units.begun);
    }

    @Test
    void the_time_for_all_attempts_ends_them() {
        RetryPolicy policy = new RetryPolicy(100, Duration.ofMillis(60), Duration.ofMillis(20), Duration.ofMillis(20));
        for (int i = 0; i < 99; i++) {
            units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        }
        assertThrows(StoreFailure.class, () -> once.retrying(policy).run(LIMIT, t -> 1));
        assertTrue(units.begun.size() <= 3, units.begun::toString);
    }

    @Test
    void what_the_work_throws_is_thrown() {
        IllegalStateException own = new IllegalStateException("not enough");
        assertSame(
                own,
                assertThrows(
                        IllegalStateException.class,
                        () -> again.run(LIMIT, t -> {
                            throw own;
                        })));
        assertEquals(1, units.begun.size());
    }

    @Test
    void a_passing_failure_of_the_works_own_sql_is_run_again() {
        units.ofOwnSql = Optional.of(failure(FailureKind.CONTENTION, Phase.WRITE));
        assertEquals(2, (int) again.run(LIMIT, t -> {
            if (units.begun.size() == 1) {
                throw new IllegalStateException("as Spring's JDBC reports a deadlock");
            }
            return units.begun.size();
        }));
    }

    @Test
    void joined_work_is_never_run_again() {
        units.failures.add(failure(FailureKind.CONTENTION, Phase.WRITE));
        assertThrows(StoreFailure.class, () -> again.joined().run(LIMIT, t -> 1));
        assertEquals(1, units.joinedTimes);
        assertEquals(0, units.begun.size());
    }

    @Test
    void busy_in_joined_work_ends_the_run_that_it_is_part_of() {
        StoreFailure busy = StoreFailure.afterBusy(new IllegalStateException("scripted"));
        units.busy = true;
        units.failures.add(busy);
        assertSame(
                busy,
                assertThrows(
                        StoreFailure.class,
                        () -> again.run(
                                LIMIT, t -> again.joined().run(LIMIT, u -> u.lock(STORE, ID, LockWait.noWait())))));
        assertEquals(1, units.begun.size());
    }

    @Test
    void a_wait_that_ends_in_a_failure_is_told_too() {
        units.failToLock = Optional.of(failure(FailureKind.CONTENTION, Phase.LOCK));
        List<LockKind> told = new ArrayList<>();
        Transactions observed = once.observedBy(new LockObserver() {
            @Override
            public void waited(LockKind kind, Duration waited) {
                told.add(kind);
            }
        });
        assertThrows(StoreFailure.class, () -> observed.run(LIMIT, t -> t.lock(STORE, ID, LockWait.noWait())));
        assertEquals(List.of(LockKind.ROW), told);
    }

    @Test
    void a_failure_to_begin_is_run_again_if_it_passes() {
        units.failToBegin.add(failure(FailureKind.CONNECTION_LOST, Phase.BEGIN));
        assertEquals(2, (int) again.run(LIMIT, t -> units.begun.size()));
        units.failToBegin.add(failure(FailureKind.UNAVAILABLE, Phase.BEGIN));
        assertThrows(StoreFailure.class, () -> again.run(LIMIT, t -> 1));
    }

    private static StoreFailure failure(FailureKind kind, Phase phase) {
        return new StoreFailure(kind, phase, false, "scripted", new IllegalStateException("scripted"));
    }

    /** Each commit takes the next failure, if there is one. */
    private static final class Scripted implements UnitsOfWork {

        private final Deque<StoreFailure> failures = new ArrayDeque<>();
        private final Deque<StoreFailure> failToBegin = new ArrayDeque<>();
        private final List<Duration> begun = new ArrayList<>();
        private Optional<StoreFailure> ofOwnSql = Optional.empty();
        private Optional<StoreFailure> failToLock = Optional.empty();
        private boolean busy;
        private int closed;
        private int joinedTimes;

        @Override
        public UnitOfWork begin(Duration limit) {
            begun.add(limit);
            Optional.ofNullable(failToBegin.poll()).ifPresent(failure -> {
                throw failure;
            });
            return new Unit();
        }

        @Override
        public UnitOfWork join(Duration limit) {
            joinedTimes++;
            return new Unit();
        }

        private final class Unit implements UnitOfWork {

            @Override
            public <S> Locked<S> lock(AggregateStore<S> store, Subject id, LockWait wait, Set<OperationKey> keys) {
                failToLock.ifPresent(failure -> {
                    throw failure;
                });
                return new Locked<>(busy ? new LockAnswer.Busy<>() : new LockAnswer.Absent<>(), Map.of());
            }

            @Override
            public <S> Optional<S> read(AggregateStore<S> store, Subject id) {
                return Optional.empty();
            }

            @Override
            public <S> boolean update(AggregateStore<S> store, S before, S next) {
                return false;
            }

            @Override
            public <S> void insert(AggregateStore<S> store, S state) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Optional<StoreFailure> failure() {
                return ofOwnSql;
            }

            @Override
            public void commit(List<Change<?>> changes) {
                StoreFailure next = failures.poll();
                if (next != null) {
                    throw next;
                }
            }

            @Override
            public void close() {
                closed++;
            }
        }
    }
}
