package dev.referee.adapter.inmemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowLockTest {

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void ROW_1_the_second_locker_waits_and_sees_what_the_first_committed() throws Exception {
        var first = bench.startUpTo(Step.COMMIT, () -> bench.increment(Counter.ONE, "a"));
        Future<Counter> second = bench.start(() -> bench.increment(Counter.ONE, "b"));
        bench.awaitWaiting(1);
        assertEquals(0, bench.committed(Counter.ONE).value(), "nothing is visible before the commit");
        assertEquals(0, first.finish().value());
        assertEquals(1, Bench.answer(second).value());
        assertEquals(2, bench.committed(Counter.ONE).value());
    }

    @Test
    void ROW_1_the_second_locker_sees_the_operation_of_the_first() throws Exception {
        var key = Counter.key(Counter.ONE, "a");
        var first = bench.startUpTo(Step.COMMIT, () -> bench.increment(Counter.ONE, "a"));
        Future<Integer> second = bench.start(() -> {
            try (UnitOfWork unit = bench.begin()) {
                return unit.lock(Counter.STORE, Counter.ONE, Bench.LONG, Set.of(key))
                        .operations()
                        .size();
            }
        });
        bench.awaitWaiting(1);
        first.finish();
        assertEquals(1, Bench.answer(second));
    }

    @Test
    void ROW_2_a_timed_wait_ends_at_the_asked_time() throws Exception {
        holding(Counter.ONE, () -> {
            try (UnitOfWork unit = bench.begin()) {
                long started = System.nanoTime();
                assertTrue(Bench.isBusy(unit, Counter.ONE, LockWait.upTo(Duration.ofMillis(80))));
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
                assertTrue(millis >= 80 && millis < 330, "waited " + millis + " ms");
                assertEquals(0, bench.adapter.waitingUnits());
                assertOnlyClosable(unit);
            }
        });
    }

    @Test
    void CMD_17_a_wait_ends_at_the_asked_time_however_many_queue() throws Exception {
        holding(Counter.ONE, () -> {
            List<Future<Long>> waiters = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiters.add(bench.start(() -> {
                    try (UnitOfWork unit = bench.begin()) {
                        long started = System.nanoTime();
                        assertTrue(Bench.isBusy(unit, Counter.ONE, LockWait.upTo(Duration.ofMillis(80))));
                        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
                    }
                }));
            }
            for (Future<Long> waiter : waiters) {
                long millis = Bench.answer(waiter);
                assertTrue(millis >= 80 && millis < 330, "waited " + millis + " ms");
            }
        });
    }

    @Test
    void ROW_2_no_wait_answers_at_once_and_leaves_the_unit_to_be_closed() throws Exception {
        holding(Counter.ONE, () -> {
            try (UnitOfWork unit = bench.begin()) {
                assertTrue(Bench.isBusy(unit, Counter.ONE, LockWait.noWait()));
                assertOnlyClosable(unit);
            }
        });
    }

    @Test
    void ROW_2_skip_passes_over_the_row_and_goes_on() throws Exception {
        holding(Counter.ONE, () -> {
            try (UnitOfWork unit = bench.begin()) {
                assertTrue(Bench.isBusy(unit, Counter.ONE, LockWait.skip()));
                Counter two = Bench.locked(unit, Counter.TWO, LockWait.skip());
                unit.commit(List.of(two.increment("a")));
            }
        });
        assertEquals(1, bench.committed(Counter.TWO).value());
    }

    @Test
    void ROW_3_a_rolled_back_lock_is_free() throws Exception {
        holding(Counter.ONE, () -> {});
        assertEquals(0, bench.increment(Counter.ONE, "a").value());
    }

    @Test
    void ROW_4_an_absent_row_is_absent_and_not_locked() throws Exception {
        Subject three = new Subject("three");
        CyclicBarrier bothLooked = new CyclicBarrier(2);
        Callable<Boolean> openIfAbsent = () -> {
            try (UnitOfWork unit = bench.begin()) {
                boolean absent =
                        unit.lock(Counter.STORE, three, Bench.LONG, Set.of()).answer() instanceof LockAnswer.Absent;
                bothLooked.await(Bench.LIMIT.toSeconds(), TimeUnit.SECONDS);
                unit.commit(List.of(Counter.opened(three).opening(Counter.key(three, "open"))));
                return absent;
            }
        };
        List<Future<Boolean>> both = List.of(bench.start(openIfAbsent), bench.start(openIfAbsent));
        List<FailureKind> failures = new ArrayList<>();
        for (Future<Boolean> one : both) {
            try {
                assertTrue(Bench.answer(one));
            } catch (ExecutionException failed) {
                failures.add(
                        assertInstanceOf(StoreFailure.class, failed.getCause()).kind());
            }
        }
        assertEquals(List.of(FailureKind.DUPLICATE_AGGREGATE), failures);
    }

    @Test
    void waiters_are_served_in_the_order_of_asking() throws Exception {
        List<Future<Counter>> waiters = new ArrayList<>();
        holding(Counter.ONE, () -> {
            for (int i = 0; i < 8; i++) {
                String operationId = "w" + i;
                waiters.add(bench.start(() -> bench.increment(Counter.ONE, operationId)));
                bench.awaitWaiting(i + 1);
            }
        });
        for (int i = 0; i < 8; i++) {
            assertEquals(i, Bench.answer(waiters.get(i)).value());
        }
    }

    @Test
    void who_would_close_a_circle_of_waiters_fails_and_the_others_go_on() throws Exception {
        CyclicBarrier bothHold = new CyclicBarrier(2);
        Future<Boolean> one = bench.start(() -> lockBoth(Counter.ONE, Counter.TWO, bothHold));
        Future<Boolean> two = bench.start(() -> lockBoth(Counter.TWO, Counter.ONE, bothHold));
        assertTrue(Bench.answer(one) ^ Bench.answer(two), "one of the two");
        assertEquals(0, bench.adapter.waitingUnits());
    }

    @Test
    void a_later_lock_is_taken_in_the_same_unit_and_again_at_no_cost() {
        try (UnitOfWork unit = bench.begin()) {
            Bench.locked(unit, Counter.ONE, Bench.LONG);
            Bench.locked(unit, Counter.TWO, Bench.LONG);
            Bench.locked(unit, Counter.ONE, LockWait.noWait());
        }
    }

    @Test
    void rows_are_locked_one_by_one() throws Exception {
        holding(
                Counter.ONE,
                () -> assertEquals(0, bench.increment(Counter.TWO, "a").value()));
    }

    @Test
    void TX_2_a_second_unit_of_the_thread_is_refused() {
        try (UnitOfWork unit = bench.begin()) {
            assertThrows(TransactionAlreadyActive.class, bench::begin);
            assertThrows(TransactionAlreadyActive.class, bench.adapter.caseIds()::next);
            Bench.locked(unit, Counter.ONE, Bench.LONG);
        }
        bench.begin().close();
    }

    @Test
    void an_update_waits_for_the_row_and_finds_it_stale() throws Exception {
        var first = bench.startUpTo(Step.COMMIT, () -> bench.increment(Counter.ONE, "a"));
        Future<Boolean> second = bench.start(() -> {
            Counter seen = Counter.opened(Counter.ONE);
            try (UnitOfWork unit = bench.begin()) {
                boolean written = unit.update(Counter.STORE, seen, seen.incremented());
                unit.commit(List.of());
                return written;
            }
        });
        bench.awaitWaiting(1);
        first.finish();
        assertFalse(Bench.answer(second));
        assertEquals(1, bench.committed(Counter.ONE).value());
    }

    @Test
    void a_write_waits_no_longer_than_the_limit_of_its_unit() throws Exception {
        holding(Counter.ONE, () -> {
            Counter seen = Counter.opened(Counter.ONE);
            try (UnitOfWork unit = bench.adapter.unitsOfWork().begin(Duration.ofMillis(80))) {
                StoreFailure failure =
                        assertThrows(StoreFailure.class, () -> unit.update(Counter.STORE, seen, seen.incremented()));
                assertEquals(FailureKind.CONTENTION, failure.kind());
                assertEquals(Phase.WRITE, failure.phase());
            }
        });
    }

    @Test
    void an_interrupted_wait_fails_and_the_thread_stays_interrupted() throws Exception {
        holding(Counter.ONE, () -> {
            CountDownLatch begun = new CountDownLatch(1);
            Thread[] waiter = new Thread[1];
            Future<Boolean> interrupted = bench.start(() -> {
                waiter[0] = Thread.currentThread();
                begun.countDown();
                try (UnitOfWork unit = bench.begin()) {
                    StoreFailure failure =
                            assertThrows(StoreFailure.class, () -> Bench.locked(unit, Counter.ONE, Bench.LONG));
                    assertEquals(FailureKind.REJECTED, failure.kind());
                }
                return Thread.interrupted();
            });
            Bench.await(begun);
            bench.awaitWaiting(1);
            waiter[0].interrupt();
            assertTrue(Bench.answer(interrupted));
            assertEquals(0, bench.adapter.waitingUnits());
        });
    }

    @Test
    void OPT_2_sixteen_threads_lose_no_increment() throws Exception {
        List<Future<Integer>> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            int thread = t;
            threads.add(bench.start(() -> {
                for (int i = 0; i < 200; i++) {
                    bench.increment(Counter.ONE, thread + "-" + i);
                }
                return thread;
            }));
        }
        for (Future<Integer> thread : threads) {
            Bench.answer(thread);
        }
        assertEquals(3_200, bench.committed(Counter.ONE).value());
        assertEquals(3_202, bench.adapter.snapshot().rows("audit").size());
    }

    @Test
    void OPT_2_sixteen_threads_that_read_and_retry_lose_no_increment() throws Exception {
        List<Future<Integer>> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            threads.add(bench.start(() -> {
                int written = 0;
                while (written < 200) {
                    try (UnitOfWork unit = bench.begin()) {
                        Counter seen = unit.read(Counter.STORE, Counter.ONE).orElseThrow();
                        if (unit.update(Counter.STORE, seen, seen.incremented())) {
                            unit.commit(List.of());
                            written++;
                        }
                    }
                }
                return written;
            }));
        }
        for (Future<Integer> thread : threads) {
            Bench.answer(thread);
        }
        assertEquals(3_200, bench.committed(Counter.ONE).value());
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** Runs the work while another thread holds the row, which then rolls back. */
    private void holding(Subject subject, Work work) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Counter> holder = bench.start(() -> {
            try (UnitOfWork unit = bench.begin()) {
                Counter found = Bench.locked(unit, subject, Bench.LONG);
                held.countDown();
                Bench.await(goOn);
                return found;
            }
        });
        Bench.await(held);
        try {
            work.run();
        } finally {
            goOn.countDown();
        }
        Bench.answer(holder);
    }

    private boolean lockBoth(Subject first, Subject second, CyclicBarrier bothHold) throws Exception {
        try (UnitOfWork unit = bench.begin()) {
            Bench.locked(unit, first, Bench.LONG);
            bothHold.await(Bench.LIMIT.toSeconds(), TimeUnit.SECONDS);
            try {
                Bench.locked(unit, second, Bench.LONG);
            } catch (StoreFailure failure) {
                assertEquals(FailureKind.CONTENTION, failure.kind());
                assertEquals(Phase.LOCK, failure.phase());
                return false;
            }
            return true;
        }
    }

    private static void assertOnlyClosable(UnitOfWork unit) {
        assertThrows(StoreFailure.class, () -> unit.read(Counter.STORE, Counter.TWO));
        StoreFailure busy = assertThrows(StoreFailure.class, () -> unit.commit(List.of()));
        assertEquals(FailureKind.CONTENTION, busy.kind());
        assertEquals(Phase.LOCK, busy.phase());
    }
}
