package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.crash.ClaimantProcess;
import dev.referee.acceptance.crash.ClaimantProcess.Answer;
import dev.referee.acceptance.crash.ClaimantProcess.Kind;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claims are made in one JVM and met in another; one of the two is killed, or stopped for longer than its claim lives. */
@Timeout(300)
public abstract class IdempotencyProcessRules extends IdempotencyTools {

    private static final Duration ALMOST = Duration.ofMinutes(59);
    private static final Duration THE_REST = Duration.ofMinutes(2);
    private static final int ROUNDS = 100;
    private static final int WORDS = 40;
    private static final String REFUND = "refund";

    /** What may not come back as something else: blanks, escapes and their absence, numbers that are equal and not the same. */
    private static final ActionResult BYTES =
            ActionResult.ofJson("{\"b\":[1.0,1,1e2,null,false],\"a\":\"caf\\u00e9 café \uD83D\uDE00 \\/ /\",\"\":{}}");

    private Optional<Entrance> entrance = Optional.empty();

    @ConcurrencyTest
    void CLAIM_8_another_process_is_told_that_the_key_is_pending_and_later_its_result() {
        try (ClaimantProcess other = other()) {
            assertEquals(Kind.ACQUIRED, other.claim("k", REFUND, HOUR).kind());
            assertInstanceOf(ClaimAnswer.Pending.class, claim("k"));
            assertInstanceOf(ClaimAnswer.Mismatch.class, claim("k", "charge"));
            assertTrue(other.record("k", BYTES));
            assertEquals(new ClaimAnswer.Completed(BYTES), claim("k"));

            Token token = tokenOf(claim("m"));
            assertEquals(Kind.PENDING, other.claim("m", REFUND, HOUR).kind());
            assertEquals(Kind.MISMATCH, other.claim("m", "charge", HOUR).kind());
            assertTrue(claims().record(ClaimantProcess.key("m"), token, BYTES));
            assertEquals(new Answer(Kind.COMPLETED, Optional.of(BYTES.text())), other.claim("m", REFUND, HOUR));

            assertEquals(Kind.ACQUIRED, other.claim("n", REFUND, HOUR).kind());
            assertTrue(other.release("n"));
            assertInstanceOf(ClaimAnswer.Acquired.class, claim("n"));
        }
    }

    @ConcurrencyTest
    void CLAIM_8_of_three_processes_that_claim_a_new_key_at_once_one_acquires_it() {
        compete(ROUNDS, round -> {});
    }

    @ConcurrencyTest
    void CLAIM_8_of_three_processes_that_claim_an_expired_key_at_once_one_acquires_it() {
        compete(ROUNDS, round -> {
            Token earlier = tokenOf(claim(keyOf(round)));
            if (round % 2 == 0) {
                assertTrue(claims().record(ClaimantProcess.key(keyOf(round)), earlier, BYTES));
            }
            advance(LONG);
        });
    }

    /** Two others and this process claim one key after the other, all three at the same time. */
    private void compete(int rounds, Preparation before) {
        try (ClaimantProcess one = other();
                ClaimantProcess two = other()) {
            for (int round = 0; round < rounds; round++) {
                before.of(round);
                one.tellToClaim(keyOf(round), REFUND, HOUR);
                two.tellToClaim(keyOf(round), REFUND, HOUR);
                ClaimAnswer own = claim(keyOf(round));
                Kind ofOne = one.awaitAnswer().kind();
                Kind ofTwo = two.awaitAnswer().kind();
                int acquired = (ofOne == Kind.ACQUIRED ? 1 : 0)
                        + (ofTwo == Kind.ACQUIRED ? 1 : 0)
                        + (own instanceof ClaimAnswer.Acquired ? 1 : 0);
                int pending = (ofOne == Kind.PENDING ? 1 : 0)
                        + (ofTwo == Kind.PENDING ? 1 : 0)
                        + (own instanceof ClaimAnswer.Pending ? 1 : 0);
                assertEquals(1, acquired, "who acquired the key of round " + round);
                assertEquals(2, pending, "who was told that the key of round " + round + " is pending");
            }
        }
    }

    private interface Preparation {
        void of(int round);
    }

    private static String keyOf(int round) {
        return "k-" + round;
    }

    @ConcurrencyTest
    void CLAIM_8_the_key_of_a_process_that_is_killed_is_taken_over_when_its_time_is_over_and_not_before() {
        try (ClaimantProcess doomed = other()) {
            assertEquals(Kind.ACQUIRED, doomed.claim("k", REFUND, HOUR).kind());
            doomed.kill();
        }

        assertInstanceOf(ClaimAnswer.Pending.class, claim("k"));
        advance(ALMOST);
        assertInstanceOf(ClaimAnswer.Pending.class, claim("k"), "a minute is left");
        advance(THE_REST);
        Token token = tokenOf(claim("k"));
        assertTrue(claims().record(ClaimantProcess.key("k"), token, BYTES));
        try (ClaimantProcess next = other()) {
            assertEquals(new Answer(Kind.COMPLETED, Optional.of(BYTES.text())), next.claim("k", REFUND, HOUR));
        }
    }

    @ConcurrencyTest
    void CLAIM_8_the_late_record_of_a_process_that_was_stopped_for_too_long_is_refused() {
        ActionResult successors = ActionResult.ofJson("\"the-successor's\"");
        try (ClaimantProcess stopped = other()) {
            assertEquals(Kind.ACQUIRED, stopped.claim("taken", REFUND, HOUR).kind());
            assertEquals(Kind.ACQUIRED, stopped.claim("free", REFUND, HOUR).kind());
            stopped.pause();
            advance(LONG);
            Token token = tokenOf(claim("taken"));
            assertTrue(claims().record(ClaimantProcess.key("taken"), token, successors));
            stopped.resume();

            assertFalse(stopped.record("taken", BYTES), "a successor has recorded");
            assertFalse(stopped.release("taken"));
            assertFalse(stopped.record("free", BYTES), "the time is over, although nobody has taken the key");
            assertFalse(stopped.release("free"));

            assertEquals(
                    new Answer(Kind.COMPLETED, Optional.of(successors.text())), stopped.claim("taken", REFUND, HOUR));
            assertEquals(new ClaimAnswer.Completed(successors), claim("taken"));
            assertInstanceOf(ClaimAnswer.Acquired.class, claim("free"));
        }
    }

    @ConcurrencyTest
    void CLAIM_8_a_kill_in_the_midst_of_many_claims_loses_nothing_that_was_answered() {
        int words = WORDS;
        try (ClaimantProcess doomed = other()) {
            doomed.goOn("many-");
            for (int i = 0; i < WORDS; i++) {
                doomed.awaitWord();
            }
            doomed.kill();
            words += doomed.furtherWords();
        }

        // A word of an acquired key, then one of its result, and so on.
        int recorded = words / 2;
        for (int i = 0; i < recorded; i++) {
            assertEquals(new ClaimAnswer.Completed(ClaimantProcess.resultOf(i)), claim("many-" + i, "many"));
        }
        ClaimAnswer last = claim("many-" + recorded, "many");
        if (words % 2 == 1) {
            // It was acquired, and its result was on its way.
            assertTrue(
                    last instanceof ClaimAnswer.Pending
                            || last.equals(new ClaimAnswer.Completed(ClaimantProcess.resultOf(recorded))),
                    last::toString);
        }
        assertInstanceOf(ClaimAnswer.Acquired.class, claim("many-" + (recorded + 2), "many"));
    }

    @Test
    void CLAIM_8_keys_tokens_and_results_outlive_a_restart_of_the_store() {
        durableStore();
        Token completed;
        Token pending;
        Token expired;
        try (Node before = store().node(NodeOptions.DEFAULT)) {
            requires(before, Feature.DURABILITY);
            IdempotencyStore claims = before.idempotency();
            expired = tokenOf(claims.claim(ClaimantProcess.key("expired"), ClaimantProcess.digest(REFUND), HOUR));
            advance(LONG);
            completed = tokenOf(claims.claim(ClaimantProcess.key("completed"), ClaimantProcess.digest(REFUND), HOUR));
            pending = tokenOf(claims.claim(ClaimantProcess.key("pending"), ClaimantProcess.digest(REFUND), HOUR));
            assertTrue(claims.record(ClaimantProcess.key("completed"), completed, BYTES));
        }

        store().reopen();

        assertEquals(new ClaimAnswer.Completed(BYTES), claim("completed"));
        assertInstanceOf(ClaimAnswer.Pending.class, claim("pending"));
        assertInstanceOf(ClaimAnswer.Mismatch.class, claim("pending", "charge"));
        assertTrue(claims().record(ClaimantProcess.key("pending"), pending, BYTES), "its token still counts");
        assertFalse(claims().record(ClaimantProcess.key("expired"), expired, BYTES));
        assertInstanceOf(ClaimAnswer.Acquired.class, claim("expired"));
    }

    /** Another process with the same store. */
    private ClaimantProcess other() {
        if (entrance.isEmpty()) {
            durableStore();
            requires(Feature.DURABILITY, Feature.SEVERAL_PROCESSES);
            entrance = Optional.of(store().entrance());
        }
        return ClaimantProcess.start(entrance.get()).awaitReady();
    }

    private ClaimAnswer claim(String key) {
        return claim(key, REFUND);
    }

    private ClaimAnswer claim(String key, String action) {
        return claims().claim(ClaimantProcess.key(key), ClaimantProcess.digest(action), HOUR);
    }
}
