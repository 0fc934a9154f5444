package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.TransactionAlreadyActive;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Claims of a thread that holds a transaction on the same store. */
public abstract class IdempotencyTransactionRules extends IdempotencyTools {

    private static final TimeToLive TWO_SECONDS = TimeToLive.of(Duration.ofSeconds(2));

    @Test
    void TX_2_a_claim_inside_a_transaction_is_refused_and_told_the_ways_out() {
        requires(Feature.JOINING);
        Node one = newNode(NodeOptions.DEFAULT.poolSize(1));
        for (Isolation isolation : Isolation.values()) {
            refusedIn(one, work -> one.inCallersTransaction(isolation, work));
        }
    }

    @Test
    void TX_4_a_claim_is_not_made_beside_a_transaction_of_a_pool_of_one() {
        requires(Feature.CONNECTIONS);
        Node one = newNode(NodeOptions.DEFAULT.poolSize(1));
        refusedIn(one, work -> {
            try (var unit = one.adapter().unitsOfWork().begin(Duration.ofSeconds(5))) {
                unit.read(one.accounts(), ACCOUNT);
                work.run();
                unit.commit(List.of());
            }
        });
    }

    private void refusedIn(Node node, Consumer<Runnable> transaction) {
        IdempotencyStore store = node.idempotency();
        Token token = tokenOf(store.claim(KEY, PAY, HOUR));
        Snapshot before = snapshot();

        transaction.accept(() -> {
            List<Executable> calls = List.of(
                    () -> store.claim(key("other"), PAY, HOUR),
                    () -> store.record(KEY, token, DONE),
                    () -> store.release(KEY, token),
                    () -> store.deleteExpired(1));
            for (Executable call : calls) {
                String told = String.valueOf(
                        assertThrows(TransactionAlreadyActive.class, call).getMessage());
                assertTrue(told.contains("before that transaction begins"), told);
                assertTrue(told.contains("pool"), told);
                assertTrue(told.contains("joined()"), told);
            }
        });

        assertNothingWritten(before);
        assertPending(LONG, store.claim(KEY, PAY, HOUR));
        assertTrue(store.release(KEY, token), "the claim was not touched");
    }

    @Test
    void TX_2_a_joined_claim_and_its_result_are_there_with_the_callers_commit() {
        requires(Feature.JOINING);
        Snapshot before = snapshot();

        assertTrue(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            IdempotencyStore joined = claims().joined();
            Token token = tokenOf(joined.claim(KEY, PAY, HOUR));
            assertPending(LONG, joined.claim(KEY, PAY, HOUR));
            assertMismatch(joined.claim(KEY, REFUND, HOUR));
            assertFalse(joined.record(KEY, Token.random(), OTHER));
            assertTrue(joined.record(KEY, token, DONE));
            assertTrue(joined.record(KEY, token, DONE), "the same again");
            assertFalse(joined.record(KEY, token, OTHER), "another result");
            assertFalse(joined.release(KEY, token), "a result was released");
            assertCompleted(DONE, joined.claim(KEY, PAY, HOUR));
            Token second = tokenOf(joined.claim(key("released"), PAY, HOUR));
            assertTrue(joined.release(key("released"), second));
            assertNothingWritten(before);
        }));

        assertCompleted(DONE, claim());
        assertMismatch(claims().claim(KEY, REFUND, HOUR));
        tokenOf(claims().claim(key("released"), REFUND, HOUR));
    }

    @Test
    void TX_2_a_joined_claim_and_its_result_are_gone_with_the_callers_rollback() {
        requires(Feature.JOINING);
        Token over = tokenOf(claims().claim(key("over"), PAY, HOUR));
        advance(LONG);
        Token pending = tokenOf(claims().claim(key("pending"), PAY, HOUR));
        Token live = tokenOf(claims().claim(key("live"), PAY, HOUR));
        Snapshot before = snapshot();

        assertThrows(
                Unwanted.class,
                () -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    IdempotencyStore joined = claims().joined();
                    assertTrue(joined.record(KEY, tokenOf(joined.claim(KEY, PAY, HOUR)), DONE));
                    tokenOf(joined.claim(key("over"), REFUND, HOUR));
                    assertTrue(joined.record(key("pending"), pending, DONE));
                    assertTrue(joined.release(key("live"), live));
                    throw new Unwanted();
                }));

        assertNothingWritten(before);
        tokenOf(claim());
        assertPending(LONG, claims().claim(key("pending"), PAY, HOUR));
        assertPending(LONG, claims().claim(key("live"), PAY, HOUR));
        assertFalse(claims().record(key("over"), over, DONE));
        assertEquals(1, claims().deleteExpired(10), "what was over is still there");
    }

    @Test
    void TX_2_a_claim_in_vain_leaves_the_callers_transaction_usable() {
        requires(Feature.JOINING);
        acquired();
        Token token = tokenOf(claims().claim(key("done"), PAY, HOUR));
        assertTrue(claims().record(key("done"), token, DONE));

        assertTrue(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            IdempotencyStore joined = claims().joined();
            assertPending(LONG, joined.claim(KEY, PAY, HOUR));
            assertMismatch(joined.claim(KEY, REFUND, HOUR));
            assertCompleted(DONE, joined.claim(key("done"), PAY, HOUR));
            assertFalse(joined.record(KEY, Token.random(), DONE));
            assertFalse(joined.release(KEY, Token.random()));
            assertEquals(0, joined.deleteExpired(10));
            assertTrue(joined.record(key("mine"), tokenOf(joined.claim(key("mine"), PAY, HOUR)), OTHER));
        }));

        assertCompleted(OTHER, claims().claim(key("mine"), PAY, HOUR));
        assertPending(LONG, claim());
    }

    @Test
    void TX_2_only_read_committed_is_joined_by_a_claim() {
        requires(Feature.JOINING);
        IdempotencyStore joined = claims().joined();
        for (Isolation isolation : List.of(Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)) {
            Snapshot before = snapshot();
            node().inCallersTransaction(
                            isolation,
                            () -> assertThrows(IllegalStateException.class, () -> joined.claim(KEY, PAY, HOUR)));
            assertNothingWritten(before);
        }
        assertThrows(IllegalStateException.class, () -> joined.claim(KEY, PAY, HOUR), "without a transaction");
        tokenOf(claim());
    }

    @ConcurrencyTest
    void TX_2_who_claims_beside_a_joined_claim_waits_for_its_commit_and_is_told_of_it() {
        requires(Feature.JOINING);
        Node slow = newNode(NodeOptions.DEFAULT.poolSize(1));
        IdempotencyStore joined = slow.idempotency().joined();
        IdempotencyStore other = claims();
        Deque<Future<ClaimAnswer>> waiting = new ArrayDeque<>();

        assertTrue(slow.inCallersTransaction(Isolation.READ_COMMITTED, () -> waiting.add(claimBeside(joined, other))));

        assertPending(LONG, Crew.join(waiting.remove()));
    }

    @ConcurrencyTest
    void TX_2_who_claims_beside_a_joined_claim_waits_for_its_rollback_and_has_the_key() {
        requires(Feature.JOINING);
        Node slow = newNode(NodeOptions.DEFAULT.poolSize(1));
        IdempotencyStore joined = slow.idempotency().joined();
        IdempotencyStore other = claims();
        Deque<Future<ClaimAnswer>> waiting = new ArrayDeque<>();

        assertThrows(
                Unwanted.class,
                () -> slow.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    waiting.add(claimBeside(joined, other));
                    throw new Unwanted();
                }));

        assertTrue(claims().record(KEY, tokenOf(Crew.join(waiting.remove())), DONE));
        assertCompleted(DONE, claim());
    }

    /** Claims the key in the caller's transaction, and gives the claim of another one, which waits. */
    private Future<ClaimAnswer> claimBeside(IdempotencyStore joined, IdempotencyStore other) {
        tokenOf(joined.claim(KEY, PAY, HOUR));
        Future<ClaimAnswer> waiting = crew().start(() -> other.claim(KEY, PAY, HOUR));
        awaitBlocked(waiting);
        return waiting;
    }

    @ConcurrencyTest
    void TX_2_of_two_joined_claims_the_second_waits_and_goes_on_in_its_own_transaction() {
        requires(Feature.JOINING);
        Node slow = newNode(NodeOptions.DEFAULT.poolSize(1));
        IdempotencyStore joined = slow.idempotency().joined();
        IdempotencyStore others = claims().joined();
        Deque<Future<Boolean>> waiting = new ArrayDeque<>();

        assertTrue(slow.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            Token token = tokenOf(joined.claim(KEY, PAY, HOUR));
            Future<Boolean> second = crew().start(() -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                assertCompleted(DONE, others.claim(KEY, PAY, HOUR));
                tokenOf(others.claim(key("second"), PAY, HOUR));
            }));
            awaitBlocked(second);
            assertTrue(joined.record(KEY, token, DONE));
            waiting.add(second);
        }));

        assertTrue(Crew.join(waiting.remove()), "the second could not commit");
        assertPending(LONG, claims().claim(key("second"), PAY, HOUR));
    }

    @ConcurrencyTest
    void CLAIM_1_a_claim_that_waited_for_longer_than_it_lives_is_live_when_it_is_told() {
        requires(Feature.JOINING);
        for (boolean expired : List.of(false, true)) {
            for (boolean joined : List.of(false, true)) {
                if (expired) {
                    acquired();
                    advance(LONG);
                }
                assertTrue(recordedAfterWaiting(joined), () -> "expired " + expired + ", joined " + joined);
                advance(LONG);
                claims().deleteExpired(10);
            }
        }
    }

    /** Whether a claim recorded its result that was made behind a transaction which held the key for longer than that claim lives. */
    private boolean recordedAfterWaiting(boolean isJoined) {
        Node slow = newNode(NodeOptions.DEFAULT.poolSize(1));
        IdempotencyStore held = slow.idempotency().joined();
        IdempotencyStore other = claims();
        Deque<Future<Boolean>> waiting = new ArrayDeque<>();
        assertThrows(
                Unwanted.class,
                () -> slow.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    tokenOf(held.claim(KEY, REFUND, HOUR));
                    Future<Boolean> second = crew().start(() -> isJoined ? recordedJoined() : recorded(other));
                    awaitBlocked(second);
                    long blockedAt = System.nanoTime();
                    Await.until(
                            "what waits would be over",
                            () -> System.nanoTime() - blockedAt
                                    > TWO_SECONDS.value().toNanos());
                    waiting.add(second);
                    throw new Unwanted();
                }));
        return Crew.join(waiting.remove());
    }

    private boolean recordedJoined() {
        AtomicBoolean recorded = new AtomicBoolean();
        node().inCallersTransaction(Isolation.READ_COMMITTED, () -> recorded.set(recorded(claims().joined())));
        return recorded.get();
    }

    private static boolean recorded(IdempotencyStore store) {
        return store.record(KEY, tokenOf(store.claim(KEY, PAY, TWO_SECONDS)), DONE);
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
