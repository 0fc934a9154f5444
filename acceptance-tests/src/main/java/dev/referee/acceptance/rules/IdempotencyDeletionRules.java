package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;

/** Expired keys are deleted while others claim keys, the same ones among them. */
@Timeout(240)
public abstract class IdempotencyDeletionRules extends IdempotencyTools {

    private static final int FEW = 10;
    private static final int BATCH = 5;
    private static final int EXPIRED = 5_000;
    private static final int CLAIMERS = 4;
    private static final int CLAIMS_OF_EACH = 250;

    /** Longer than a batch takes on a machine that is busy with other things; whoever waits for more than one at a time comes above it. */
    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();

    @ConcurrencyTest
    void KEEP_4_deletion_passes_over_a_key_that_a_transaction_is_just_claiming() {
        requires(Feature.JOINING);
        expired(FEW);
        try (Held claiming = held(() -> tokenOf(claims().joined().claim(over(3), REFUND, HOUR)))) {
            Future<Integer> deletion = crew().start(() -> claims().deleteExpired(2 * FEW));
            if (has(Feature.ROW_LOCKS)) {
                assertEquals(FEW - 1, Crew.join(deletion), "all but the one that is being claimed");
            } else {
                awaitBlocked(deletion);
            }
            claiming.commit();
            assertEquals(FEW - 1, Crew.join(deletion));
        }

        assertPending(LONG, claims().claim(over(3), REFUND, HOUR));
        assertEquals(0, claims().deleteExpired(FEW));
    }

    @ConcurrencyTest
    void KEEP_4_beside_a_batch_that_is_being_deleted_all_other_keys_are_claimed_and_recorded_without_waiting() {
        requires(Feature.JOINING, Feature.ROW_LOCKS);
        expired(FEW);
        Token live = tokenOf(claims().claim(key("live"), PAY, HOUR));
        try (Held deleting = held(() -> assertEquals(BATCH, claims().joined().deleteExpired(BATCH)))) {
            Future<List<ClaimAnswer>> others = crew().start(() -> {
                assertTrue(claims().record(key("live"), live, DONE));
                assertEquals(new ClaimAnswer.Completed(DONE), claims().claim(key("live"), PAY, HOUR));
                assertTrue(claims().release(key("new"), tokenOf(claims().claim(key("new"), PAY, HOUR))));
                // New keys next to those of the batch, and those expired ones that are not of the batch.
                return IntStream.range(0, FEW)
                        .mapToObj(i -> i < BATCH ? key(over(i).key() + "-beside") : over(i))
                        .map(each -> claims().claim(each, REFUND, HOUR))
                        .toList();
            });
            Crew.join(others).forEach(IdempotencyTools::tokenOf);
            deleting.commit();
        }

        for (int i = 0; i < BATCH; i++) {
            tokenOf(claims().claim(over(i), REFUND, HOUR));
        }
    }

    @ConcurrencyTest
    void KEEP_4_whoever_claims_a_key_that_is_being_deleted_waits_for_that_batch_and_acquires_it() {
        requires(Feature.JOINING);
        expired(FEW);
        Future<ClaimAnswer> claim;
        try (Held deleting = held(() -> assertEquals(BATCH, claims().joined().deleteExpired(BATCH)))) {
            claim = crew().start(() -> claims().claim(over(0), REFUND, HOUR));
            awaitBlocked(claim);
            deleting.commit();
        }

        Token token = tokenOf(Crew.join(claim));
        assertEquals(FEW - BATCH, claims().deleteExpired(FEW));
        assertTrue(claims().record(over(0), token, DONE));
    }

    @ConcurrencyTest
    void KEEP_4_two_deletions_at_once_share_the_keys_and_do_not_wait_for_each_other() {
        requires(Feature.JOINING, Feature.ROW_LOCKS);
        expired(FEW);
        try (Held deleting = held(() -> assertEquals(BATCH, claims().joined().deleteExpired(BATCH)))) {
            Future<Integer> other = crew().start(() -> claims().deleteExpired(FEW));
            assertEquals(FEW - BATCH, Crew.join(other));
            deleting.commit();
        }
        assertEquals(0, claims().deleteExpired(FEW));
    }

    @ConcurrencyTest
    void KEEP_4_thousands_of_keys_are_deleted_in_batches_beside_claims_of_the_same_and_of_new_ones() {
        expired(EXPIRED);
        AtomicLong longest = new AtomicLong();
        List<IdempotencyStore> nodes = claimsOfNodes(2, 6);

        List<Integer> deletions = crew().atOnce(CLAIMERS + 2, worker -> {
            IdempotencyStore store = nodes.get(worker % 2);
            return worker < CLAIMERS ? claimMany(store, worker, longest) : deleteAll(store);
        });

        int claimed = CLAIMERS * CLAIMS_OF_EACH;
        int deleted = deletions.stream().mapToInt(Integer::intValue).sum() + claims().deleteExpired(EXPIRED);
        // Of two claims one is of an expired key, whose row was taken over or had been deleted before.
        assertTrue(deleted <= EXPIRED && deleted >= EXPIRED - claimed, deleted + " were deleted");
        assertEquals(0, claims().deleteExpired(1));
        for (int worker = 0; worker < CLAIMERS; worker++) {
            for (int i = 0; i < CLAIMS_OF_EACH; i++) {
                assertCompleted(DONE, claims().claim(over(worker * CLAIMS_OF_EACH + i), REFUND, HOUR));
            }
        }
        assertTrue(longest.get() < MOST_NANOS, "a claim or record took " + Duration.ofNanos(longest.get()));
        System.out.println("KEEP-4 on " + fixture().name() + ": " + EXPIRED + " keys deleted beside " + 2 * claimed
                + " claims and as many records, the longest of which took " + longest.get() / 1_000_000 + " ms");
    }

    private static int claimMany(IdempotencyStore store, int worker, AtomicLong longest) {
        for (int i = 0; i < CLAIMS_OF_EACH; i++) {
            int number = worker * CLAIMS_OF_EACH + i;
            for (IdempotencyKey each : List.of(over(number), key("new-" + number))) {
                Token token = timed(longest, () -> tokenOf(store.claim(each, REFUND, HOUR)));
                assertTrue(timed(longest, () -> store.record(each, token, DONE)));
            }
        }
        return 0;
    }

    private static <T> T timed(AtomicLong longest, Supplier<T> call) {
        long startedAt = System.nanoTime();
        T result = call.get();
        longest.accumulateAndGet(System.nanoTime() - startedAt, Math::max);
        return result;
    }

    private static int deleteAll(IdempotencyStore store) {
        int sum = 0;
        for (int last = 1; last > 0; sum += last) {
            last = store.deleteExpired(200);
        }
        return sum;
    }

    private static IdempotencyKey over(int number) {
        return key("over-" + number);
    }

    /** So many keys whose time is over, the lower number the earlier. */
    private void expired(int count) {
        if (count <= FEW) {
            IntStream.range(0, count).forEach(i -> tokenOf(claims().claim(over(i), PAY, HOUR)));
        } else {
            crew().atOnce(CLAIMERS, worker -> {
                for (int i = worker; i < count; i += CLAIMERS) {
                    tokenOf(claims().claim(over(i), PAY, HOUR));
                }
                return worker;
            });
        }
        advance(LONG);
    }

    /** Does this in a transaction that stays open until the result is closed. */
    private Held held(Runnable work) {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<Boolean> transaction = crew().start(() -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            work.run();
            done.countDown();
            Crew.awaitAll(release);
        }));
        Await.until("the transaction holds what it has changed", () -> done.getCount() == 0 || transaction.isDone());
        if (done.getCount() > 0) {
            Crew.join(transaction);
        }
        return () -> {
            release.countDown();
            assertTrue(Crew.join(transaction), "it was to commit");
        };
    }

    /** A transaction that is committed at the end. */
    private interface Held extends AutoCloseable {

        /** Harmless when repeated. */
        void commit();

        @Override
        default void close() {
            commit();
        }
    }
}
