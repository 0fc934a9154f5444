package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** What becomes of an idempotency store's call when somebody comes in between, or a reply is lost. */
public abstract class IdempotencyRaceContract extends ClaimBench {

    protected IdempotencyRaceContract(Database database) {
        super(database);
    }

    private static boolean isInsert(String text) {
        return text.startsWith("INSERT INTO referee_idempotency");
    }

    private static boolean isUpdate(String text) {
        return text.startsWith("UPDATE referee_idempotency");
    }

    @Test
    void CLAIM_1_a_key_that_was_taken_between_look_and_insert_is_looked_at_again() {
        Assumptions.assumeFalse(hasOneLock(), "the insert's transaction has the lock already");
        spy.before(IdempotencyRaceContract::isInsert, () -> elsewhere(() -> acquire(KEY)));
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
    }

    @Test
    void CLAIM_1_an_expired_key_that_was_taken_or_deleted_between_look_and_update_is_looked_at_again() {
        Assumptions.assumeFalse(hasOneLock(), "the update's transaction has the lock already");
        acquire(KEY);
        letExpire();
        spy.before(IdempotencyRaceContract::isUpdate, () -> elsewhere(() -> acquire(KEY)));
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));

        letExpire();
        spy.before(IdempotencyRaceContract::isUpdate, () -> assertEquals(1, elsewhere(() -> store.deleteExpired(10))));
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, TIME));
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
    }

    @Test
    void a_server_that_is_slow_each_time_still_gives_the_key_unless_its_time_would_be_half_over() {
        AtomicInteger inserts = new AtomicInteger();
        beSlowAtEachInsert(inserts);
        StoreFailure failure =
                assertThrows(StoreFailure.class, () -> store.claim(KEY, ACTION, TimeToLive.of(TimeToLive.MIN)));
        assertEquals(FailureKind.CONTENTION, failure.kind());

        inserts.set(0);
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, TIME));
        assertEquals(2, inserts.get());
    }

    private void beSlowAtEachInsert(AtomicInteger inserts) {
        spy.before(IdempotencyRaceContract::isInsert, () -> {
            inserts.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(600));
            beSlowAtEachInsert(inserts);
        });
    }

    @Test
    void a_joined_claim_that_meets_a_duplicate_leaves_its_callers_transaction_usable() {
        Assumptions.assumeFalse(hasOneLock(), "the caller's transaction has the lock already");
        sql.sql("CREATE TABLE note (id INT PRIMARY KEY)").update();
        spy.before(IdempotencyRaceContract::isInsert, () -> elsewhere(() -> acquire(KEY)));
        readCommitted().executeWithoutResult(status -> {
            sql.sql("INSERT INTO note VALUES (1)").update();
            assertInstanceOf(ClaimAnswer.Pending.class, store.joined().claim(KEY, ACTION, TIME));
            sql.sql("INSERT INTO note VALUES (2)").update();
        });
        assertEquals(2, sql.sql("SELECT count(*) FROM note").query(Long.class).single());
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
    }

    @Test
    void others_wait_for_a_joined_claim_and_see_how_it_ended() throws Exception {
        for (boolean rolledBack : List.of(true, false)) {
            CountDownLatch claimed = new CountDownLatch(1);
            TransactionTemplate callers = readCommitted();
            CompletableFuture<ClaimAnswer> other = CompletableFuture.supplyAsync(
                    () -> {
                        awaitOn(claimed);
                        return store.claim(KEY, ACTION, TIME);
                    },
                    threads);
            callers.executeWithoutResult(status -> {
                assertInstanceOf(ClaimAnswer.Acquired.class, store.joined().claim(KEY, ACTION, TIME));
                claimed.countDown();
                assertThrows(TimeoutException.class, () -> other.get(1_500, TimeUnit.MILLISECONDS));
                if (rolledBack) {
                    status.setRollbackOnly();
                }
            });
            ClaimAnswer answer = other.get(20, TimeUnit.SECONDS);
            if (rolledBack) {
                Token token =
                        assertInstanceOf(ClaimAnswer.Acquired.class, answer).token();
                ClaimAnswer.Pending pending =
                        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
                assertTrue(
                        TIME.value().minus(pending.left()).toMillis() < 1_400,
                        "its time began when it waited: " + pending);
                assertTrue(store.release(KEY, token));
            } else {
                assertInstanceOf(ClaimAnswer.Pending.class, answer);
            }
        }
    }

    @Test
    void CLAIM_1_a_claim_whose_reply_was_lost_is_acquired_once() {
        spy.loseNextCommitsReply(database::connectionLost);
        Token token = acquire(KEY);
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));

        spy.loseNextCommitsReply(database::connectionLost);
        assertTrue(store.record(KEY, token, RESULT));
        assertEquals(new ClaimAnswer.Completed(RESULT), store.claim(KEY, ACTION, TIME));

        letExpire();
        spy.loseNextCommitsReply(database::connectionLost);
        Token next = acquire(KEY);
        assertFalse(store.record(KEY, token, RESULT));
        assertTrue(store.record(KEY, next, ActionResult.NULL));
    }

    @Test
    void a_release_whose_reply_was_lost_is_told_as_what_it_was() {
        Token token = acquire(KEY);
        spy.loseNextCommitsReply(database::connectionLost);
        assertTrue(store.release(KEY, token));
        Token next = acquire(KEY);

        spy.loseNextCommitsReply(database::connectionLost);
        assertFalse(store.release(KEY, token), "a successor has the key");
        assertTrue(store.record(KEY, next, RESULT));
    }

    @Test
    void a_deletion_whose_reply_was_lost_is_told_as_unknown() {
        acquire(KEY);
        letExpire();
        spy.loseNextCommitsReply(database::connectionLost);
        StoreFailure told = assertThrows(StoreFailure.class, () -> store.deleteExpired(10));
        assertTrue(told.outcomeUnknown());
        assertEquals(0, store.deleteExpired(10));
    }

    @Test
    void CLAIM_9_a_store_that_gives_no_connection_says_so() {
        pool.close();
        StoreFailure told = assertThrows(StoreFailure.class, () -> store.claim(KEY, ACTION, TIME));
        assertEquals(FailureKind.UNAVAILABLE, told.kind());
    }

    @Test
    void CLAIM_7_deletion_passes_over_what_somebody_holds_and_takes_the_next() {
        Assumptions.assumeFalse(hasOneLock(), "no rows are locked");
        for (int i = 0; i < 10; i++) {
            acquire(IdempotencyKey.of("held", "key-" + i));
        }
        letExpire();
        acquire(IdempotencyKey.of("held", "free"));
        letExpire();
        readCommitted().executeWithoutResult(status -> {
            for (int i = 0; i < 10; i++) {
                assertInstanceOf(
                        ClaimAnswer.Acquired.class,
                        store.joined().claim(IdempotencyKey.of("held", "key-" + i), ACTION, TIME));
            }
            assertEquals(1, elsewhere(() -> store.deleteExpired(1)));
            assertEquals(0, elsewhere(() -> store.deleteExpired(1)));
        });
        assertEquals(0, store.deleteExpired(100));
        assertEquals(
                10,
                sql.sql("SELECT count(*) FROM referee_idempotency")
                        .query(Long.class)
                        .single());
    }

    boolean hasOneLock() {
        return store.capabilities().whyNot(Feature.ROW_LOCKS).isPresent();
    }
}
