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
import java.time.Duration;
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

    private static final TimeToLive SHORTEST = TimeToLive.of(TimeToLive.MIN);

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
    void CLAIM_1_a_claim_that_waited_while_it_was_made_begins_when_it_was_had() {
        for (boolean takeover : List.of(false, true)) {
            for (boolean joined : List.of(false, true)) {
                letTheChangeTake(1_100);
                ClaimAnswer answer = joined
                        ? readCommitted().execute(status -> store.joined().claim(KEY, ACTION, SHORTEST))
                        : store.claim(KEY, ACTION, SHORTEST);
                Token token =
                        assertInstanceOf(ClaimAnswer.Acquired.class, answer).token();
                ClaimAnswer.Pending pending =
                        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, SHORTEST));
                assertTrue(pending.left().toMillis() > 300, "takeover " + takeover + ", joined " + joined + pending);
                assertTrue(store.record(KEY, token, RESULT));
                letExpire();
            }
        }
    }

    @Test
    void CLAIM_3_a_joined_claim_lives_from_now_on_however_old_its_transaction_is() {
        readCommitted().executeWithoutResult(status -> {
            assertFalse(store.joined().release(KEY, Token.random()), "a look at the clock");
            letPass(1_100);
            Token token = assertInstanceOf(
                            ClaimAnswer.Acquired.class, store.joined().claim(KEY, ACTION, SHORTEST))
                    .token();
            ClaimAnswer.Pending pending =
                    assertInstanceOf(ClaimAnswer.Pending.class, store.joined().claim(KEY, ACTION, SHORTEST));
            assertTrue(pending.left().toMillis() > 300, pending.toString());
            letPass(1_100);
            assertFalse(store.joined().record(KEY, token, RESULT), "over by now");
        });
    }

    /** A thread that is parked may come back at once. */
    private static void letPass(long millis) {
        long begun = System.nanoTime();
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        for (long rest = nanos; rest > 0; rest = nanos - (System.nanoTime() - begun)) {
            LockSupport.parkNanos(rest);
        }
    }

    private void letTheChangeTake(long millis) {
        spy.after(text -> isInsert(text) || isUpdate(text), () -> letPass(millis));
    }

    @Test
    void CLAIM_1_a_claim_that_is_half_over_when_it_is_committed_is_given_back_and_made_anew() {
        for (boolean takeover : List.of(false, true)) {
            AtomicInteger commits = new AtomicInteger();
            spy.beforeCommits(() -> {
                if (commits.incrementAndGet() == 1) {
                    letPass(takeover ? 1_100 : 600);
                }
            });
            Token token = assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, SHORTEST))
                    .token();
            assertTrue(commits.get() >= 3, "made, given back, made: " + commits);
            ClaimAnswer.Pending pending =
                    assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, SHORTEST));
            assertTrue(pending.left().toMillis() > 300, "takeover " + takeover + ": " + pending);
            assertTrue(store.record(KEY, token, RESULT));
            letExpire();
        }
    }

    @Test
    void CLAIM_1_where_each_commit_takes_half_of_the_time_to_live_nobody_is_told_to_have_the_key() {
        spy.beforeCommits(() -> letPass(600));
        StoreFailure failure = assertThrows(StoreFailure.class, () -> store.claim(KEY, ACTION, SHORTEST));
        assertEquals(FailureKind.CONTENTION, failure.kind());
        assertTrue(failure.toString().contains("PT1S"), failure.toString());
        assertTrue(failure.toString().contains("which took PT"), failure.toString());
        assertFalse(failure.outcomeUnknown());
        assertEquals(
                0,
                sql.sql("SELECT count(*) FROM referee_idempotency")
                        .query(Long.class)
                        .single(),
                "given back");
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, TIME), "slow, but long enough");
    }

    @Test
    void CLAIM_1_a_claim_that_took_all_of_its_calls_time_is_given_back_all_the_same() {
        Assumptions.assumeTrue(hasOneLock(), "on one database is enough of a test that takes 10 s");
        AtomicInteger commits = new AtomicInteger();
        spy.beforeCommits(() -> {
            if (commits.incrementAndGet() == 1) {
                letPass(10_100);
            }
        });
        TimeToLive twenty = TimeToLive.of(Duration.ofSeconds(20));
        StoreFailure failure = assertThrows(StoreFailure.class, () -> store.claim(KEY, ACTION, twenty));
        assertTrue(failure.toString().contains("PT20S"), failure.toString());
        assertEquals(2, commits.get(), "made and given back");
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, twenty));
    }

    @Test
    void CLAIM_1_a_claim_whose_reply_was_lost_and_that_is_half_over_when_it_is_found_is_made_anew() {
        AtomicInteger commits = new AtomicInteger();
        spy.loseNextCommitsReply(() -> {
            letPass(600);
            return database.connectionLost();
        });
        spy.beforeCommits(commits::incrementAndGet);
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, ACTION, SHORTEST));
        // Two if the machine stood still until it was over: then it is taken over.
        assertTrue(commits.get() >= 2, "made, given back, made: " + commits);
        ClaimAnswer.Pending pending = assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, SHORTEST));
        assertTrue(pending.left().toMillis() > 300, pending.toString());
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
    void a_release_is_told_as_what_it_was_though_its_repeat_was_lost_too() {
        Token token = acquire(KEY);
        spy.loseNextCommitsReply(database::connectionLost);
        spy.after(
                text -> text.startsWith("DELETE"),
                () -> spy.loseNext(text -> text.startsWith("DELETE"), database::connectionLost));
        assertTrue(store.release(KEY, token));
        assertFalse(store.release(KEY, token));
    }

    @Test
    void CLAIM_2_a_result_whose_reply_was_lost_is_told_as_recorded_or_unknown_but_never_as_lost() {
        Token token = acquire(KEY);
        spy.loseNextCommitsReply(() -> {
            elsewhere(() -> {
                letExpire();
                return true;
            });
            return database.connectionLost();
        });
        assertTrue(store.record(KEY, token, RESULT), "over by now, but there");

        Token next = acquire(KEY);
        spy.loseNextCommitsReply(() -> {
            elsewhere(() -> {
                letExpire();
                return acquire(KEY);
            });
            return database.connectionLost();
        });
        StoreFailure told = assertThrows(StoreFailure.class, () -> store.record(KEY, next, RESULT));
        assertTrue(told.outcomeUnknown());
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
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
