package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("refund", "4711");
    private static final ActionDigest DIGEST = ActionDigest.ofBytes(new byte[] {1});
    private static final ActionResult SEVEN = ActionResult.ofJson("7");
    private static final Duration HOUR = Duration.ofHours(1);

    private final ScriptedClaims store = new ScriptedClaims();
    private final StoreFailure unknown = ScriptedClaims.failure(FailureKind.CONNECTION_LOST);
    private final Claim claim = new Claim(store, KEY, store.claimElsewhere(DIGEST, HOUR));

    private void loseReply(Runnable meanwhile) {
        store.after.add(() -> {
            meanwhile.run();
            throw unknown;
        });
    }

    private void failAlways(StoreFailure failure) {
        for (int i = 0; i < 10; i++) {
            store.before.add(() -> {
                throw failure;
            });
        }
    }

    @Test
    void a_result_is_recorded_though_its_thread_was_interrupted_and_stays_so() {
        store.before.add(() -> assertFalse(Thread.currentThread().isInterrupted(), "while the store is asked"));
        Thread.currentThread().interrupt();
        assertTrue(claim.record(SEVEN));
        assertTrue(Thread.interrupted(), "afterwards");
    }

    @Test
    void CLAIM_2_a_result_whose_reply_was_lost_is_never_told_as_lost() {
        for (Runnable meanwhile : List.<Runnable>of(store::expire, () -> store.claimElsewhere(DIGEST, HOUR))) {
            loseReply(meanwhile);
            assertSame(unknown, assertThrows(StoreFailure.class, () -> claim.record(SEVEN)));
        }
        assertEquals(4, store.count("record"), "each was repeated once");
    }

    @Test
    void CLAIM_2_a_result_that_is_there_at_the_repeat_is_told_as_recorded() {
        loseReply(() -> {});
        assertTrue(claim.record(SEVEN));
        assertEquals(Optional.of(SEVEN), store.stored());
    }

    @Test
    void CLAIM_2_a_result_that_was_certainly_not_recorded_before_is_told_as_lost() {
        store.before.add(() -> {
            store.claimElsewhere(DIGEST, HOUR);
            throw ScriptedClaims.failure(FailureKind.CONTENTION);
        });
        assertFalse(claim.record(SEVEN));
    }

    @Test
    void CLAIM_2_what_is_unknown_stays_unknown_when_the_repeats_fail() {
        StoreFailure away = ScriptedClaims.failure(FailureKind.UNAVAILABLE);
        loseReply(() -> failAlways(away));
        assertSame(unknown, assertThrows(StoreFailure.class, () -> claim.record(SEVEN)));
        assertSame(away, unknown.getSuppressed()[0]);
        assertEquals(2, store.count("record"));
    }

    @Test
    void CLAIM_2_a_release_whose_reply_was_lost_is_not_told_as_refused() {
        loseReply(() -> {});
        assertSame(unknown, assertThrows(StoreFailure.class, claim::release));
        assertEquals(2, store.count("release"));
    }

    @Test
    void CLAIM_6_an_action_whose_result_may_have_been_replayed_is_not_told_that_its_claim_was_lost() {
        store.expire();
        IdempotentActions actions = IdempotentActions.over(store).build();
        ResultNotRecorded told = assertThrows(
                ResultNotRecorded.class,
                () -> actions.run(Action.of(KEY, DIGEST), () -> {
                    loseReply(store::expire);
                    return SEVEN;
                }));
        assertFalse(told.lost());
        assertSame(unknown, told.getCause());
        assertEquals(Optional.of(SEVEN), told.result());
    }
}
