package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who may record and release. */
public abstract class IdempotencyTokenRules extends IdempotencyTools {

    private static final int ROUNDS = 8;

    @Test
    void CLAIM_2_a_late_owner_is_refused_and_the_successors_result_stands() {
        Token first = acquired();
        advance(LONG);
        Token second = acquired();

        writingNothing(() -> {
            assertFalse(claims().record(KEY, first, DONE), "a late owner recorded");
            assertFalse(claims().release(KEY, first), "a late owner released");
            return true;
        });
        assertPending(LONG, claim());

        assertTrue(claims().record(KEY, second, OTHER), "the successor");
        writingNothing(() -> {
            assertFalse(claims().record(KEY, first, DONE), "a late owner recorded over a result");
            assertFalse(claims().record(KEY, first, OTHER), "it is not the late owner's result, be it the same");
            assertFalse(claims().release(KEY, first), "a late owner released a result");
            return true;
        });
        assertCompleted(OTHER, claim());
    }

    @Test
    void CLAIM_2_a_successor_with_another_digest_keeps_the_key_too() {
        Token first = acquired();
        advance(LONG);
        Token second = tokenOf(claims().claim(KEY, REFUND, HOUR));

        assertFalse(claims().record(KEY, first, DONE), "a late owner recorded");
        assertFalse(claims().release(KEY, first), "a late owner released");

        assertMismatch(claim());
        assertTrue(claims().record(KEY, second, OTHER));
        assertCompleted(OTHER, claims().claim(KEY, REFUND, HOUR));
    }

    @Test
    void CLAIM_2_what_is_over_is_neither_recorded_nor_released_though_nobody_took_it() {
        Token token = acquired();
        advance(LONG);

        writingNothing(() -> {
            assertFalse(claims().record(KEY, token, DONE), "recorded after the end");
            assertFalse(claims().release(KEY, token), "released after the end");
            return true;
        });

        advance(LONG.negated());
        assertPending(LONG, claim());
        assertTrue(claims().record(KEY, token, DONE), "nothing was changed");
        advance(LONG);
        assertFalse(claims().record(KEY, token, DONE), "a repeat after the end");
        tokenOf(claim());
    }

    @Test
    void CLAIM_2_a_token_that_is_not_the_claims_changes_nothing() {
        Token token = acquired();
        Token others = tokenOf(claims().claim(key("other"), PAY, HOUR));

        for (Token wrong : List.of(others, Token.random(), changed(token))) {
            writingNothing(() -> {
                assertFalse(claims().record(KEY, wrong, DONE), "recorded by a token that is not the claim's");
                assertFalse(claims().release(KEY, wrong), "released by a token that is not the claim's");
                assertFalse(claims().record(key("nobody's"), wrong, DONE), "recorded under a key that is not there");
                assertFalse(claims().release(key("nobody's"), wrong), "released a key that is not there");
                return true;
            });
        }

        assertPending(LONG, claim());
        assertTrue(claims().record(KEY, token, DONE));
        assertFalse(claims().record(KEY, others, DONE), "the same result by a token that is not the claim's");
        assertFalse(claims().release(KEY, others), "a result released by a token that is not the claim's");
        assertCompleted(DONE, claim());
    }

    /** The same but for the case of its letters, or its last character where it has none. */
    private static Token changed(Token token) {
        String upper = token.value().toUpperCase(java.util.Locale.ROOT);
        return new Token(upper.equals(token.value()) ? token.value().substring(1) + "~" : upper);
    }

    @Test
    void CLAIM_2_a_record_may_be_repeated_with_the_same_result_and_with_no_other() {
        Token token = acquired();
        assertTrue(claims().record(KEY, token, DONE));

        writingNothing(() -> {
            assertTrue(claims().record(KEY, token, DONE), "the same again");
            assertTrue(newNode(NodeOptions.DEFAULT).idempotency().record(KEY, token, DONE), "the same elsewhere");
            for (ActionResult other : List.of(OTHER, ActionResult.NULL, ActionResult.ofJson("{\"receipt\": 17}"))) {
                assertFalse(claims().record(KEY, token, other), () -> "another result: " + other);
            }
            return true;
        });

        assertCompleted(DONE, claim());
    }

    @Test
    void CLAIM_2_a_completed_claim_is_not_released() {
        Token token = acquired();
        assertTrue(claims().record(KEY, token, ActionResult.NULL));

        assertFalse(writingNothing(() -> claims().release(KEY, token)), "a result was released");

        assertCompleted(ActionResult.NULL, claim());
    }

    @Test
    void CLAIM_2_a_released_key_is_new_and_its_old_token_is_good_for_nothing() {
        Token first = acquired();
        assertTrue(claims().release(KEY, first));

        writingNothing(() -> {
            assertFalse(claims().release(KEY, first), "released again");
            assertFalse(claims().record(KEY, first, DONE), "recorded after the release");
            return true;
        });

        Token second = acquired();
        assertNotEquals(first, second, "a new claim has a new token");
        assertFalse(claims().record(KEY, first, DONE), "recorded by the token from before");
        assertFalse(claims().release(KEY, first), "released by the token from before");
        assertPending(LONG, claim());
        assertTrue(claims().release(KEY, second));
        assertMismatchNowhere();
    }

    /** A released key is new for any digest. */
    private void assertMismatchNowhere() {
        Token refund = tokenOf(claims().claim(KEY, REFUND, HOUR));
        assertMismatch(claim());
        assertTrue(claims().release(KEY, refund));
        tokenOf(claim());
    }

    @ConcurrencyTest
    void CLAIM_2_of_many_results_recorded_at_once_one_stands() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 8);
        for (int round = 0; round < ROUNDS; round++) {
            Token token = acquired();

            List<Boolean> recorded = crew().atOnce(8, i -> nodes.get(i % 2).record(KEY, token, ActionResult.of(i)));

            List<Integer> winners =
                    IntStream.range(0, 8).filter(recorded::get).boxed().toList();
            assertEquals(1, winners.size(), recorded::toString);
            assertCompleted(ActionResult.of(winners.get(0)), claim());
            advance(LONG);
        }
    }

    @ConcurrencyTest
    void CLAIM_2_one_result_recorded_many_times_at_once_is_recorded_for_all() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 8);
        Token token = acquired();

        List<Boolean> recorded = crew().atOnce(8, i -> nodes.get(i % 2).record(KEY, token, DONE));

        assertTrue(recorded.stream().allMatch(each -> each), recorded::toString);
        assertCompleted(DONE, claim());
    }

    @ConcurrencyTest
    void CLAIM_2_of_a_record_and_a_release_at_once_one_is_made() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 8);
        for (int round = 0; round < ROUNDS; round++) {
            Token token = acquired();

            List<Boolean> made = crew().atOnce(
                            2,
                            i -> i == 0
                                    ? nodes.get(0).record(KEY, token, DONE)
                                    : nodes.get(1).release(KEY, token));

            assertEquals(1, made.stream().filter(each -> each).count(), () -> "recorded, released: " + made);
            if (made.get(0)) {
                assertCompleted(DONE, claim());
                advance(LONG);
            } else {
                assertTrue(claims().release(KEY, tokenOf(claim())));
            }
        }
    }

    @ConcurrencyTest
    void CLAIM_2_a_late_record_or_release_beside_the_takeover_does_it_no_harm() {
        List<IdempotencyStore> nodes = claimsOfNodes(3, 8);
        for (int round = 0; round < ROUNDS; round++) {
            Token late = acquired();
            advance(LONG);

            List<Object> answers = crew().<Object>atOnce(6, i -> switch (i % 3) {
                case 0 -> nodes.get(0).record(KEY, late, DONE);
                case 1 -> nodes.get(1).release(KEY, late);
                default -> nodes.get(2).claim(KEY, PAY, HOUR);
            });

            assertEquals(
                    List.of(false, false, false, false),
                    List.of(answers.get(0), answers.get(1), answers.get(3), answers.get(4)));
            List<ClaimAnswer> claimed = List.of(answers.get(2), answers.get(5)).stream()
                    .map(ClaimAnswer.class::cast)
                    .filter(Objects::nonNull)
                    .toList();
            List<Token> tokens = tokensIn(claimed);
            assertEquals(1, tokens.size(), claimed::toString);
            assertTrue(claims().record(KEY, tokens.get(0), OTHER), "the successor");
            assertCompleted(OTHER, claim());
            advance(LONG);
        }
    }

    @ConcurrencyTest
    void CLAIM_2_who_claims_beside_the_release_has_the_key_alone_or_waits() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 8);
        for (int round = 0; round < ROUNDS; round++) {
            Token first = acquired();

            List<Object> answers = crew().<Object>atOnce(
                            8,
                            i -> i == 0
                                    ? nodes.get(0).release(KEY, first)
                                    : nodes.get(i % 2).claim(KEY, PAY, HOUR));

            assertEquals(true, answers.get(0), "the release");
            List<ClaimAnswer> claimed =
                    answers.stream().skip(1).map(ClaimAnswer.class::cast).toList();
            List<Token> tokens = tokensIn(claimed);
            assertTrue(tokens.size() <= 1, claimed::toString);
            assertFalse(tokens.contains(first));
            Token last = tokens.isEmpty() ? acquired() : tokens.get(0);
            assertTrue(claims().release(KEY, last), "whoever acquired it");
        }
    }
}
