package dev.referee.application.port;

import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.lock.Token;
import java.time.Duration;

/** The answer to claiming a key. */
public sealed interface ClaimAnswer {

    /** The key was new, or its time to live was over: it is the caller's, by this token. */
    record Acquired(Token token) implements ClaimAnswer {}

    /**
     * Somebody else claimed the key for the same action, and has not recorded a result.
     *
     * @param left how long that claim still lives, by the store's clock; not negative
     */
    record Pending(Duration left) implements ClaimAnswer {}

    /** The same action was run, and gave this. */
    record Completed(ActionResult result) implements ClaimAnswer {}

    /** The key lives, and stands for another action. */
    record Mismatch() implements ClaimAnswer {}
}
