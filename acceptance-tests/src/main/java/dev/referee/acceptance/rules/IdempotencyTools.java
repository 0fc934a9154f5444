package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.opentest4j.AssertionFailedError;

/** What the rules of the idempotency store share. */
abstract class IdempotencyTools extends Rules {

    static final IdempotencyKey KEY = key("order-4711/pay");
    static final ActionDigest PAY = digest("pay 100");
    static final ActionDigest REFUND = digest("refund 100");
    static final Duration LONG = Duration.ofHours(1);
    static final TimeToLive HOUR = TimeToLive.of(LONG);
    static final ActionResult DONE = ActionResult.ofJson("{\"receipt\":17}");
    static final ActionResult OTHER = ActionResult.ofJson("{\"receipt\":18}");

    /** What no test takes longer than between two of its calls, where the store's clock goes on by itself. */
    static final Duration SLACK = Duration.ofMinutes(2);

    static IdempotencyKey key(String key) {
        return IdempotencyKey.of("suite", key);
    }

    static ActionDigest digest(String text) {
        return ActionDigest.ofBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The first node's store. */
    final IdempotencyStore claims() {
        return node().idempotency();
    }

    /** Stores of so many nodes with pools of this size. */
    final List<IdempotencyStore> claimsOfNodes(int nodes, int poolSize) {
        return IntStream.range(0, nodes)
                .mapToObj(i -> newNode(NodeOptions.DEFAULT.poolSize(poolSize)).idempotency())
                .toList();
    }

    /** Moves the store's clock ahead, or back. */
    final void advance(Duration by) {
        store().advanceClaims(by);
    }

    /** Claims {@link #KEY} for {@link #PAY} for an hour. */
    final ClaimAnswer claim() {
        return claims().claim(KEY, PAY, HOUR);
    }

    /** Claims {@link #KEY}, which must be new. */
    final Token acquired() {
        return tokenOf(claim());
    }

    static Token tokenOf(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.Acquired acquired) {
            return acquired.token();
        }
        throw new AssertionFailedError("the key should have been new, but the answer was " + answer);
    }

    static List<Token> tokensIn(List<ClaimAnswer> answers) {
        return answers.stream()
                .filter(ClaimAnswer.Acquired.class::isInstance)
                .map(IdempotencyTools::tokenOf)
                .toList();
    }

    static Duration leftOf(ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.Pending pending) {
            assertFalse(pending.left().isNegative(), answer::toString);
            return pending.left();
        }
        throw new AssertionFailedError("the key should have been pending, but the answer was " + answer);
    }

    /** Asserts that the answer is Pending, with this time left as far as the store's clock stands still, and not more. */
    final void assertPending(Duration left, ClaimAnswer answer) {
        Duration told = leftOf(answer);
        if (store().claimsStandStill()) {
            assertEquals(left, told);
        } else {
            // A look that has read the clock may still see a claim that is made a moment later.
            assertTrue(
                    told.compareTo(left.plusSeconds(1)) < 0, () -> "more is left than can be: " + told + " of " + left);
            assertTrue(told.compareTo(left.minus(SLACK)) > 0, () -> "too little is left: " + told + " of " + left);
        }
    }

    static void assertCompleted(ActionResult result, ClaimAnswer answer) {
        assertEquals(new ClaimAnswer.Completed(result), answer);
    }

    static void assertMismatch(ClaimAnswer answer) {
        assertEquals(new ClaimAnswer.Mismatch(), answer);
    }
}
