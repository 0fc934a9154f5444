package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.steps.DyingStore;
import dev.referee.acceptance.steps.DyingStore.In;
import dev.referee.acceptance.steps.DyingStore.Moment;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.FailedHandler;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.idempotency.ResultNotRecorded;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StoreFailure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Actions over a store that dies in the midst of a call; afterwards the store is as good as before. */
public abstract class IdempotencyDeathRules extends IdempotencyTools {

    private static final Action ACTION = Action.of(KEY, PAY);

    /** How often a handler was run. */
    private final AtomicInteger runs = new AtomicInteger();

    private ActionResult run(ActionResult result) {
        runs.incrementAndGet();
        return result;
    }

    private static IdempotentActions over(IdempotencyStore store) {
        return IdempotentActions.over(store).timeToLive(LONG).build();
    }

    @Test
    void CLAIM_9_a_store_that_dies_before_the_claim_took_effect_stops_the_action_and_the_key_is_new() {
        IdempotentActions dying = over(DyingStore.forGood(claims(), In.CLAIM, Moment.BEFORE_THE_EFFECT));

        assertThrows(StoreFailure.class, () -> dying.run(ACTION, () -> run(OTHER)));
        assertThrows(StoreFailure.class, () -> dying.run(ACTION, () -> run(OTHER)), "it is still dead");
        assertEquals(0, runs.get());

        assertEquals(new ActionAnswer.Ran(DONE), over(claims()).run(ACTION, () -> run(DONE)));
        assertAsGoodAsBefore();
    }

    @Test
    void CLAIM_9_a_store_that_dies_after_the_claim_took_effect_stops_the_action_until_the_claims_time_is_over() {
        for (boolean expired : new boolean[] {false, true}) {
            if (expired) {
                advance(LONG);
            }
            runs.set(0);
            IdempotentActions dying = over(DyingStore.once(claims(), In.CLAIM, Moment.AFTER_THE_EFFECT));

            assertThrows(StoreFailure.class, () -> dying.run(ACTION, () -> run(OTHER)));
            assertInstanceOf(ActionAnswer.Pending.class, dying.run(ACTION, () -> run(OTHER)));
            assertInstanceOf(ActionAnswer.Pending.class, over(claims()).run(ACTION, () -> run(OTHER)));
            assertMismatch(claims().claim(KEY, REFUND, HOUR));
            assertEquals(0, runs.get(), "run without the claim's answer");

            advance(LONG);
            assertEquals(new ActionAnswer.Ran(DONE), over(claims()).run(ACTION, () -> run(DONE)));
            assertEquals(1, runs.get());
        }
        assertAsGoodAsBefore();
    }

    @Test
    void CLAIM_6_a_store_that_dies_at_the_record_lets_nothing_run_again() {
        for (Moment moment : Moment.values()) {
            runs.set(0);
            IdempotentActions dying = over(DyingStore.forGood(claims(), In.RECORD, moment));

            ResultNotRecorded thrown = assertThrows(ResultNotRecorded.class, () -> dying.run(ACTION, () -> run(DONE)));

            assertFalse(thrown.lost());
            ActionAnswer next = over(claims()).run(ACTION, () -> run(OTHER));
            if (moment == Moment.AFTER_THE_EFFECT) {
                assertEquals(new ActionAnswer.Replayed(DONE), next);
            } else {
                assertInstanceOf(ActionAnswer.Pending.class, next);
            }
            assertEquals(1, runs.get());
            advance(LONG);
        }
        assertAsGoodAsBefore();
    }

    @Test
    void CLAIM_6_a_record_whose_reply_was_lost_is_repeated_and_the_action_is_not() {
        for (Moment moment : Moment.values()) {
            runs.set(0);
            IdempotentActions dying = over(DyingStore.once(claims(), In.RECORD, moment));

            assertEquals(new ActionAnswer.Ran(DONE), dying.run(ACTION, () -> run(DONE)));

            assertEquals(new ActionAnswer.Replayed(DONE), over(claims()).run(ACTION, () -> run(OTHER)));
            assertEquals(1, runs.get());
            advance(LONG);
        }
        assertAsGoodAsBefore();
    }

    @Test
    void CLAIM_2_a_store_that_dies_at_the_release_leaves_the_key_new_or_pending() {
        for (Moment moment : Moment.values()) {
            runs.set(0);
            IdempotentActions dying = over(DyingStore.forGood(claims(), In.RELEASE, moment));
            Action released = ACTION.whenHandlerFails(FailedHandler.RELEASE);

            assertThrows(
                    IllegalStateException.class,
                    () -> dying.run(released, () -> {
                        run(OTHER);
                        throw new IllegalStateException("the handler failed");
                    }));

            ActionAnswer next = over(claims()).run(ACTION, () -> run(DONE));
            if (moment == Moment.AFTER_THE_EFFECT) {
                assertEquals(new ActionAnswer.Ran(DONE), next);
            } else {
                assertInstanceOf(ActionAnswer.Pending.class, next);
            }
            advance(LONG);
        }
        assertAsGoodAsBefore();
    }

    @Test
    void CLAIM_7_a_store_that_dies_at_the_deletion_has_deleted_what_was_over_or_nothing() {
        for (Moment moment : Moment.values()) {
            acquired();
            advance(LONG);
            tokenOf(claims().claim(key("live"), PAY, HOUR));
            IdempotencyStore dying = DyingStore.once(claims(), In.DELETE_EXPIRED, moment);

            assertThrows(StoreFailure.class, () -> dying.deleteExpired(10));

            assertPending(LONG, claims().claim(key("live"), PAY, HOUR));
            assertEquals(moment == Moment.AFTER_THE_EFFECT ? 0 : 1, dying.deleteExpired(10));
            advance(LONG);
            assertEquals(1, claims().deleteExpired(10));
        }
        assertAsGoodAsBefore();
    }

    /** A key that stood for something else goes through a whole life. */
    private void assertAsGoodAsBefore() {
        advance(LONG);
        claims().deleteExpired(IdempotencyStore.MOST_DELETED);
        Action refund = Action.of(KEY, REFUND);
        assertEquals(new ActionAnswer.Ran(OTHER), over(claims()).run(refund, () -> OTHER));
        assertEquals(new ActionAnswer.Replayed(OTHER), over(claims()).run(refund, () -> DONE));
        assertEquals(new ActionAnswer.Mismatch(), over(claims()).run(ACTION, () -> DONE));
        advance(LONG);
        assertEquals(1, claims().deleteExpired(10));
    }
}
