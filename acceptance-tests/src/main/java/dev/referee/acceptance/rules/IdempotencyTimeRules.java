package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.Await;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** How long a key lives, and what it stands for as long as it does. */
public abstract class IdempotencyTimeRules extends IdempotencyTools {

    private static final Duration HALF = Duration.ofMinutes(30);
    private static final TimeToLive MONTH = TimeToLive.of(TimeToLive.MAX);

    @Test
    void CLAIM_3_completion_and_replay_extend_nothing() {
        Token token = acquired();
        advance(HALF);
        assertTrue(claims().record(KEY, token, DONE));
        assertTrue(claims().record(KEY, token, DONE));
        assertCompleted(DONE, claims().claim(KEY, PAY, MONTH));
        advance(HALF.minus(SLACK));
        assertCompleted(DONE, claims().claim(KEY, PAY, MONTH));
        assertTrue(claims().record(KEY, token, DONE), "a repeat");

        advance(SLACK);

        assertFalse(claims().record(KEY, token, DONE), "a repeat after the end");
        tokenOf(claim());
    }

    @Test
    void CLAIM_3_asking_again_extends_nothing() {
        acquired();
        advance(HALF);
        assertPending(HALF, claims().claim(KEY, PAY, MONTH));
        assertMismatch(claims().claim(KEY, REFUND, MONTH));
        assertFalse(claims().record(KEY, Token.random(), DONE));
        assertFalse(claims().release(KEY, Token.random()));
        assertPending(HALF, claims().claim(KEY, PAY, MONTH));
        advance(HALF.minus(SLACK));
        assertPending(SLACK, claims().claim(KEY, PAY, TimeToLive.of(TimeToLive.MIN)));

        advance(SLACK);

        tokenOf(claim());
    }

    @Test
    void CLAIM_3_asking_again_for_less_shortens_nothing() {
        Token token = tokenOf(claims().claim(KEY, PAY, MONTH));
        TimeToLive least = TimeToLive.of(TimeToLive.MIN);
        assertPending(MONTH.value(), claims().claim(KEY, PAY, least));
        assertTrue(claims().record(KEY, token, DONE));
        assertCompleted(DONE, claims().claim(KEY, PAY, least));

        advance(TimeToLive.MAX.minus(SLACK));
        assertCompleted(DONE, claim());
        assertTrue(claims().record(KEY, token, DONE));
        advance(SLACK);

        tokenOf(claim());
    }

    @Test
    void CLAIM_3_a_successor_has_a_time_of_its_own() {
        tokenOf(claims().claim(KEY, PAY, TimeToLive.of(HALF)));
        advance(HALF);
        Token second = tokenOf(claims().claim(KEY, PAY, MONTH));
        advance(LONG);
        assertPending(MONTH.value().minus(LONG), claim());
        assertTrue(claims().release(KEY, second));

        Token third = tokenOf(claims().claim(KEY, PAY, TimeToLive.of(HALF)));
        assertPending(HALF, claim());
        advance(HALF);

        assertFalse(claims().record(KEY, third, DONE));
        tokenOf(claim());
    }

    @Test
    void CLAIM_3_a_key_is_live_until_the_end_of_its_time_and_not_at_it() {
        requiresAClockThatStandsStill();
        for (Duration time : List.of(TimeToLive.MIN, Duration.ofMillis(1_001), LONG, TimeToLive.MAX)) {
            IdempotencyKey key = key("for/" + time);
            IdempotencyKey done = key("done/" + time);
            Token token = tokenOf(claims().claim(key, PAY, TimeToLive.of(time)));
            Token doneToken = tokenOf(claims().claim(done, PAY, TimeToLive.of(time)));
            assertTrue(claims().record(done, doneToken, DONE));
            Duration last = Duration.ofMillis(1);

            advance(time.minus(last));
            assertEquals(new ClaimAnswer.Pending(last), claims().claim(key, PAY, HOUR));
            assertMismatch(claims().claim(key, REFUND, HOUR));
            assertCompleted(DONE, claims().claim(done, PAY, HOUR));
            assertTrue(claims().record(done, doneToken, DONE));
            assertEquals(0, claims().deleteExpired(10), "live to the last");

            advance(last);
            assertFalse(claims().record(key, token, DONE), "recorded at the end");
            assertFalse(claims().release(key, token), "released at the end");
            assertFalse(claims().record(done, doneToken, DONE), "a repeat at the end");
            assertEquals(2, claims().deleteExpired(10), "over at the end");
            assertTrue(claims().release(key, tokenOf(claims().claim(key, PAY, HOUR))));
            assertTrue(claims().release(done, tokenOf(claims().claim(done, REFUND, HOUR))));
        }
    }

    private void requiresAClockThatStandsStill() {
        if (!store().claimsStandStill()) {
            throw new TestAbortedException(
                    fixture().name() + " has a clock that goes on, so that no claim can be met in its last moment");
        }
    }

    @Test
    void CLAIM_3_a_claim_ends_by_itself() {
        if (store().claimsStandStill()) {
            throw new TestAbortedException(fixture().name() + " has a clock here that stands still");
        }
        IdempotencyStore elsewhere = newNode(NodeOptions.DEFAULT).idempotency();
        long startedAt = System.nanoTime();
        Token first = tokenOf(claims().claim(KEY, PAY, TimeToLive.of(TimeToLive.MIN)));

        Await.until("the key is new", () -> elsewhere.claim(KEY, PAY, HOUR) instanceof ClaimAnswer.Acquired);

        Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
        assertTrue(took.compareTo(TimeToLive.MIN.minusMillis(100)) > 0, () -> "it was over after " + took);
        assertFalse(claims().record(KEY, first, DONE), "a late owner recorded");
        assertPending(LONG, claim());
    }

    @Test
    void CLAIM_4_another_digest_is_a_mismatch_in_every_state() {
        IdempotencyStore elsewhere = newNode(NodeOptions.DEFAULT).idempotency();
        Token token = acquired();
        assertMismatchFrom(claims(), elsewhere);
        assertFalse(claims().record(KEY, Token.random(), DONE));
        assertMismatchFrom(claims(), elsewhere);
        assertPending(LONG, claim());

        assertTrue(claims().record(KEY, token, DONE));
        assertMismatchFrom(claims(), elsewhere);
        assertTrue(claims().record(KEY, token, DONE));
        assertMismatchFrom(claims(), elsewhere);
        assertCompleted(DONE, claim());

        advance(LONG.minus(SLACK));
        assertMismatchFrom(claims(), elsewhere);
        assertCompleted(DONE, claim());
    }

    private void assertMismatchFrom(IdempotencyStore... stores) {
        for (IdempotencyStore each : stores) {
            for (ActionDigest other : List.of(REFUND, digest(""), nextTo(PAY))) {
                assertMismatch(writingNothing(() -> each.claim(KEY, other, MONTH)));
            }
        }
    }

    /** Differs in its last character. */
    private static ActionDigest nextTo(ActionDigest digest) {
        String hex = digest.hex();
        return new ActionDigest(hex.substring(0, 63) + (hex.charAt(63) == '0' ? '1' : '0'));
    }

    @Test
    void CLAIM_4_an_expired_or_released_key_is_new_whatever_its_digest() {
        acquired();
        advance(LONG);
        Token refund = tokenOf(claims().claim(KEY, REFUND, HOUR));
        assertMismatch(claim());
        assertTrue(claims().record(KEY, refund, DONE));
        assertMismatch(claim());
        assertCompleted(DONE, claims().claim(KEY, REFUND, HOUR));

        advance(LONG);
        Token pay = acquired();
        assertMismatch(claims().claim(KEY, REFUND, HOUR));
        assertTrue(claims().release(KEY, pay));

        tokenOf(claims().claim(KEY, REFUND, HOUR));
        assertMismatch(claim());
    }

    @ConcurrencyTest
    void CLAIM_4_of_two_digests_that_claim_at_once_one_has_the_key() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 12);
        for (boolean expired : List.of(false, true)) {
            IdempotencyKey key = key("expired/" + expired);
            if (expired) {
                tokenOf(claims().claim(key, digest("before"), HOUR));
                advance(LONG);
            }

            List<ClaimAnswer> answers =
                    crew().atOnce(32, i -> nodes.get(i / 2 % 2).claim(key, i % 2 == 0 ? PAY : REFUND, HOUR));

            assertEquals(1, tokensIn(answers).size(), answers::toString);
            int winner =
                    answers.indexOf(new ClaimAnswer.Acquired(tokensIn(answers).get(0))) % 2;
            for (int i = 0; i < answers.size(); i++) {
                ClaimAnswer answer = answers.get(i);
                if (i % 2 != winner) {
                    assertMismatch(answer);
                } else if (!(answer instanceof ClaimAnswer.Acquired)) {
                    assertPending(LONG, answer);
                }
            }
        }
    }
}
