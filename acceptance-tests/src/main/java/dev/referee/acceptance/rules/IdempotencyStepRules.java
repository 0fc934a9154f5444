package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.CallGate;
import dev.referee.acceptance.steps.CallGate.Hold;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opentest4j.AssertionFailedError;

/** Two calls to one key, of which the one is stopped at each of its calls to the driver while the other one runs as far as it can. */
public abstract class IdempotencyStepRules extends IdempotencyTools {

    /** More than any call makes. */
    private static final int MOST_CALLS = 100;

    @ConcurrencyTest
    void CLAIM_1_two_claims_that_meet_at_any_step_have_one_winner() {
        for (boolean expired : List.of(false, true)) {
            walk(
                    () -> expired ? acquiredAndOver() : Token.random(),
                    (store, before) -> store.claim(KEY, PAY, HOUR),
                    before -> claim(),
                    (one, other) -> {
                        List<Token> tokens = tokensIn(List.of(one, other));
                        assertEquals(1, tokens.size(), () -> one + " and " + other);
                        assertPending(LONG, one instanceof ClaimAnswer.Acquired ? other : one);
                        assertTrue(claims().record(KEY, tokens.get(0), DONE));
                    });
        }
    }

    @ConcurrencyTest
    void CLAIM_2_a_record_that_meets_the_end_and_a_takeover_at_any_step_does_not_outlive_them() {
        // Where there is one writer, the clock cannot be moved beside it.
        requires(Feature.ROW_LOCKS);
        walk(
                this::acquired,
                (store, token) -> store.record(KEY, token, DONE),
                token -> {
                    advance(LONG);
                    return claim();
                },
                (recorded, taken) -> {
                    assertPending(LONG, claim());
                    assertTrue(claims().record(KEY, tokenOf(taken), OTHER), "the successor");
                    assertCompleted(OTHER, claim());
                });
    }

    @ConcurrencyTest
    void CLAIM_2_a_takeover_that_meets_a_late_record_and_release_at_any_step_stands() {
        walk(
                this::acquiredAndOver,
                (store, late) -> store.claim(KEY, REFUND, HOUR),
                late -> claims().record(KEY, late, DONE) || claims().release(KEY, late),
                (taken, changed) -> {
                    assertEquals(false, changed, "a late owner");
                    assertMismatch(claim());
                    assertTrue(claims().record(KEY, tokenOf(taken), OTHER), "the successor");
                });
    }

    @ConcurrencyTest
    void CLAIM_2_a_record_and_a_release_that_meet_at_any_step_are_not_both_made() {
        walk(
                this::acquired,
                (store, token) -> store.record(KEY, token, DONE),
                token -> claims().release(KEY, token),
                (recorded, released) -> {
                    assertNotEquals(recorded, released, "recorded and released, or neither");
                    if (recorded) {
                        assertCompleted(DONE, claim());
                    } else {
                        tokenOf(claim());
                    }
                });
    }

    @ConcurrencyTest
    void CLAIM_7_a_deletion_that_meets_a_new_claim_at_any_step_leaves_it() {
        walk(
                this::acquiredAndOver,
                (store, before) -> store.deleteExpired(10),
                before -> claim(),
                (deleted, claimed) -> assertKept(deleted, claimed));
    }

    @ConcurrencyTest
    void CLAIM_7_a_new_claim_that_meets_a_deletion_at_any_step_stands() {
        walk(
                this::acquiredAndOver,
                (store, before) -> store.claim(KEY, PAY, HOUR),
                before -> claims().deleteExpired(10),
                (claimed, deleted) -> assertKept(deleted, claimed));
    }

    private void assertKept(int deleted, ClaimAnswer claimed) {
        assertTrue(deleted == 0 || deleted == 1, () -> "deleted " + deleted);
        assertPending(LONG, claim());
        assertEquals(0, claims().deleteExpired(10), "the key is live");
        assertTrue(claims().record(KEY, tokenOf(claimed), DONE), "the claim was deleted");
    }

    private Token acquiredAndOver() {
        Token token = acquired();
        advance(LONG);
        return token;
    }

    private interface OnStore<A> {
        A call(IdempotencyStore store, Token before);
    }

    /**
     * Makes two calls, again and again, until the first one has been held before each of its calls to the driver.
     *
     * @param prepare makes a claim ready that both know
     * @param held is stopped, on a node of its own
     * @param other runs meanwhile: to its end, or until it waits
     * @param check is given both answers
     */
    private <A, B> void walk(
            Supplier<Token> prepare, OnStore<A> held, Function<Token, B> other, BiConsumer<A, B> check) {
        requires(Feature.CONNECTIONS);
        CallGate gate = new CallGate();
        IdempotencyStore slow = newNode(NodeOptions.DEFAULT.poolSize(1).wiring(Wiring.DEFAULT.driver(gate)))
                .idempotency();
        boolean reached = true;
        for (int others = 0; reached; others++) {
            Token before = prepare.get();
            Hold hold = gate.shutAfter(others);
            Future<A> first = crew().start(() -> held.call(slow, before));
            Await.until("the first is held, or has ended", () -> hold.isReached() || first.isDone());
            reached = hold.isReached();
            Future<B> second = crew().start(() -> other.apply(before));
            Await.until("the second has ended, or waits", () -> second.isDone() || store().blockedSessions() > 0);
            hold.open();
            A one = Crew.join(first);
            check.accept(one, Crew.join(second));
            gate.disarm();
            advance(LONG);
            claims().deleteExpired(10);
            if (others > MOST_CALLS) {
                throw new AssertionFailedError("the call has no end");
            }
        }
    }
}
