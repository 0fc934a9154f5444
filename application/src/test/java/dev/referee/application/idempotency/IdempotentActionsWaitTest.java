package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdempotentActionsWaitTest {

    private static final int MANY = 64;
    private static final IdempotencyKey KEY = IdempotencyKey.of("refund", "4711");
    private static final ActionDigest DIGEST = ActionDigest.ofBytes(new byte[] {1});
    private static final Action ACTION = Action.of(KEY, DIGEST);
    private static final ActionResult SEVEN = ActionResult.ofJson("7");
    private static final Duration LONG = Duration.ofHours(1);

    private final ScriptedClaims store = new ScriptedClaims();
    private final AtomicInteger runs = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void endThreads() throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
    }

    private IdempotentActions waiting(Duration limit) {
        return IdempotentActions.over(store).waitUpTo(limit).build();
    }

    private ActionResult run() {
        runs.incrementAndGet();
        return SEVEN;
    }

    private FutureTask<ActionAnswer> start(IdempotentActions actions, Action action) {
        FutureTask<ActionAnswer> call = new FutureTask<>(() -> actions.run(action, this::run));
        Thread thread = new Thread(call, "caller");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return call;
    }

    private List<FutureTask<ActionAnswer>> startMany(IdempotentActions actions) {
        return IntStream.range(0, MANY).mapToObj(i -> start(actions, ACTION)).toList();
    }

    private static ActionAnswer join(FutureTask<ActionAnswer> call) throws Exception {
        return call.get(30, TimeUnit.SECONDS);
    }

    private void awaitAllAsleep() {
        await(() -> threads.stream()
                .allMatch(thread ->
                        thread.getState() == Thread.State.TIMED_WAITING || thread.getState() == Thread.State.WAITING));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - end < 0, "waited in vain");
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void many_threads_that_wait_for_one_key_ask_the_store_a_few_times_for_all() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        long startedAt = System.nanoTime();

        for (FutureTask<ActionAnswer> call : startMany(waiting(Duration.ofSeconds(2)))) {
            assertInstanceOf(ActionAnswer.Pending.class, join(call));
        }

        Duration waited = Duration.ofNanos(System.nanoTime() - startedAt);
        assertTrue(waited.compareTo(Duration.ofSeconds(2)) >= 0, waited::toString);
        long asked = store.count("claim") - MANY;
        assertTrue(asked >= 4 && asked <= 20, () -> asked + " calls beside the first of each");
    }

    @Test
    void one_thread_asks_more_and_more_rarely() throws Exception {
        store.claimElsewhere(DIGEST, LONG);

        assertInstanceOf(ActionAnswer.Pending.class, join(start(waiting(Duration.ofSeconds(2)), ACTION)));

        assertTrue(store.count("claim") <= 16, () -> store.calls.toString());
        assertTrue(store.count("claim") >= 6, () -> store.calls.toString());
    }

    @Test
    void a_runner_of_this_process_wakes_those_who_wait_and_one_asks_for_all() throws Exception {
        IdempotentActions actions = waiting(Duration.ofSeconds(30));
        List<Duration> times = new ArrayList<>();
        for (int attempt = 0; attempt < 3; attempt++) {
            store.expire();
            store.calls.clear();
            threads.clear();
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch running = new CountDownLatch(1);
            FutureTask<ActionAnswer> runner = new FutureTask<>(() -> actions.run(ACTION, () -> {
                running.countDown();
                go.await();
                return SEVEN;
            }));
            new Thread(runner).start();
            running.await();
            List<FutureTask<ActionAnswer>> waiters = startMany(actions);
            // By then pauses are a quarter of a second at least.
            await(() -> store.count("claim") >= 1 + MANY + 6);
            awaitAllAsleep();

            long before = store.count("claim");
            long startedAt = System.nanoTime();
            go.countDown();
            for (FutureTask<ActionAnswer> waiter : waiters) {
                assertEquals(new ActionAnswer.Replayed(SEVEN), join(waiter));
            }
            times.add(Duration.ofNanos(System.nanoTime() - startedAt));
            assertEquals(new ActionAnswer.Ran(SEVEN), join(runner));
            long asked = store.count("claim") - before;
            assertTrue(asked <= 2, () -> asked + " calls for all");
        }
        Duration best = Collections.min(times);
        assertTrue(best.compareTo(Duration.ofMillis(200)) < 0, times::toString);
        assertEquals(0, runs.get());
    }

    @Test
    void a_result_from_elsewhere_is_given_to_all() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        List<FutureTask<ActionAnswer>> waiters = startMany(waiting(Duration.ofSeconds(30)));
        await(() -> store.count("claim") > MANY);

        store.completeElsewhere(SEVEN);

        for (FutureTask<ActionAnswer> waiter : waiters) {
            assertEquals(new ActionAnswer.Replayed(SEVEN), join(waiter));
        }
        assertEquals(0, runs.get());
    }

    @Test
    void an_expired_claim_is_taken_over_by_one_and_the_others_get_its_result() throws Exception {
        store.claimElsewhere(DIGEST, Duration.ofMillis(300));
        List<FutureTask<ActionAnswer>> waiters = startMany(waiting(Duration.ofSeconds(30)));

        int ran = 0;
        for (FutureTask<ActionAnswer> waiter : waiters) {
            ActionAnswer answer = join(waiter);
            assertEquals(Optional.of(SEVEN), answer.given());
            ran += answer instanceof ActionAnswer.Ran ? 1 : 0;
        }

        assertEquals(1, ran);
        assertEquals(1, runs.get());
    }

    @Test
    void a_released_claim_is_taken_over_at_once() throws Exception {
        IdempotentActions actions = waiting(Duration.ofSeconds(30));
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        FutureTask<ActionAnswer> runner =
                new FutureTask<>(() -> actions.run(ACTION.whenHandlerFails(FailedHandler.RELEASE), () -> {
                    running.countDown();
                    go.await();
                    throw new UnsupportedOperationException("rolled back");
                }));
        new Thread(runner).start();
        running.await();
        List<FutureTask<ActionAnswer>> waiters = startMany(actions);
        awaitAllAsleep();

        go.countDown();

        assertInstanceOf(
                UnsupportedOperationException.class,
                assertThrows(ExecutionException.class, () -> join(runner)).getCause());
        for (FutureTask<ActionAnswer> waiter : waiters) {
            assertEquals(Optional.of(SEVEN), join(waiter).given());
        }
        assertEquals(1, runs.get());
    }

    @Test
    void another_action_under_the_key_is_told_to_all() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        List<FutureTask<ActionAnswer>> waiters = startMany(waiting(Duration.ofSeconds(30)));
        await(() -> store.count("claim") > MANY);

        store.claimElsewhere(ActionDigest.ofBytes(new byte[0]), LONG);

        for (FutureTask<ActionAnswer> waiter : waiters) {
            assertEquals(new ActionAnswer.Mismatch(), join(waiter));
        }
    }

    @Test
    void CLAIM_9_a_failure_of_the_store_is_told_to_all_with_an_exception_for_each() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        List<FutureTask<ActionAnswer>> waiters = startMany(waiting(Duration.ofSeconds(30)));
        await(() -> store.count("claim") >= MANY + 4);
        awaitAllAsleep();

        synchronized (store) {
            store.before.add(() -> {
                throw ScriptedClaims.failure(FailureKind.UNAVAILABLE);
            });
        }

        List<Throwable> failures = new ArrayList<>();
        for (FutureTask<ActionAnswer> waiter : waiters) {
            Throwable failure =
                    assertThrows(ExecutionException.class, () -> join(waiter)).getCause();
            assertEquals(
                    FailureKind.UNAVAILABLE,
                    assertInstanceOf(StoreFailure.class, failure).kind());
            failures.forEach(other -> assertNotSame(other, failure));
            failures.add(failure);
        }
        assertEquals(0, runs.get());
    }

    @Test
    void an_interrupted_thread_stops_waiting_and_another_goes_on_asking() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        IdempotentActions actions = waiting(Duration.ofSeconds(30));
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        FutureTask<ActionAnswer> leader = new FutureTask<>(() -> {
            ActionAnswer answer = actions.run(ACTION, this::run);
            stillInterrupted.set(Thread.currentThread().isInterrupted());
            return answer;
        });
        Thread thread = new Thread(leader);
        thread.start();
        await(() -> store.count("claim") >= 3);
        List<FutureTask<ActionAnswer>> others = startMany(actions);
        awaitAllAsleep();

        thread.interrupt();
        Duration left =
                assertInstanceOf(ActionAnswer.Pending.class, join(leader)).left();
        store.completeElsewhere(SEVEN);

        assertTrue(left.compareTo(Duration.ofMinutes(59)) > 0, left::toString);
        assertTrue(stillInterrupted.get());
        for (FutureTask<ActionAnswer> other : others) {
            assertEquals(new ActionAnswer.Replayed(SEVEN), join(other));
        }
    }

    @Test
    void a_thread_that_is_interrupted_already_does_not_wait() {
        store.claimElsewhere(DIGEST, LONG);
        Thread.currentThread().interrupt();
        ActionAnswer answer = waiting(Duration.ofSeconds(30)).run(ACTION, this::run);

        assertTrue(Thread.interrupted());
        assertInstanceOf(ActionAnswer.Pending.class, answer);
        assertEquals(1, store.count("claim"));
    }

    @Test
    void CLAIM_10_who_waited_is_checked_again_before_it_is_given_anything() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        Refusal revoked = Refusal.of("revoked", "No more.");
        AtomicBoolean may = new AtomicBoolean(true);
        IdempotentActions actions = waiting(Duration.ofSeconds(30));
        List<FutureTask<ActionAnswer>> refused = IntStream.range(0, 4)
                .mapToObj(i ->
                        start(actions, ACTION.authorisedBy(() -> may.get() ? Optional.empty() : Optional.of(revoked))))
                .toList();
        awaitAllAsleep();
        List<FutureTask<ActionAnswer>> others = startMany(actions);
        awaitAllAsleep();

        may.set(false);
        store.completeElsewhere(SEVEN);

        for (FutureTask<ActionAnswer> each : refused) {
            assertEquals(new ActionAnswer.Refused(revoked), join(each));
        }
        for (FutureTask<ActionAnswer> each : others) {
            assertEquals(new ActionAnswer.Replayed(SEVEN), join(each));
        }
    }

    @Test
    void the_store_is_asked_a_last_time_when_the_time_is_over() {
        store.claimElsewhere(DIGEST, LONG);
        Duration limit = Duration.ofMillis(700);
        long startedAt = System.nanoTime();

        assertInstanceOf(ActionAnswer.Pending.class, waiting(limit).run(ACTION, this::run));

        Duration lastAsked = Duration.ofNanos(store.lastCallAt - startedAt);
        assertTrue(lastAsked.compareTo(limit.minusMillis(50)) >= 0, lastAsked::toString);
    }

    @Test
    void keys_do_not_wait_for_each_other_and_what_was_waited_for_is_forgotten() throws Exception {
        store.claimElsewhere(DIGEST, LONG);
        IdempotentActions actions = waiting(Duration.ofSeconds(30));
        startMany(actions);
        awaitAllAsleep();
        store.completeElsewhere(SEVEN);
        for (int i = 0; i < MANY; i++) {
            threads.get(i).join();
        }
        store.calls.clear();
        store.claimElsewhere(DIGEST, Duration.ofMillis(200));

        assertEquals(new ActionAnswer.Ran(SEVEN), join(start(actions, ACTION)));
        assertTrue(store.count("claim") <= 8, store.calls::toString);
    }
}
