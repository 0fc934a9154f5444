package dev.referee.application.idempotency;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when an action has run, and its result could not be recorded. The action is not run again by this call. {@link #result()} is what
 * it gave; whether others will be given the same is open.
 */
public final class ResultNotRecorded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient IdempotencyKey key;
    private final transient @Nullable ActionResult result;
    private final boolean lost;

    private ResultNotRecorded(
            IdempotencyKey key, ActionResult result, boolean lost, String why, @Nullable Throwable cause) {
        super("the action " + key + " has run, but its result was not recorded: " + why, cause);
        this.key = key;
        this.result = result;
        this.lost = lost;
    }

    static ResultNotRecorded lost(IdempotencyKey key, ActionResult result) {
        return new ResultNotRecorded(
                key,
                result,
                true,
                "its claim was lost meanwhile, and another call may have run it, or will: its time to live was shorter than the action",
                null);
    }

    static ResultNotRecorded failed(IdempotencyKey key, ActionResult result, RuntimeException cause) {
        return new ResultNotRecorded(
                key, result, false, "the store failed; the claim stays as it is until its time to live is over", cause);
    }

    public IdempotencyKey key() {
        return key;
    }

    /** What the action gave; empty only in a copy that was serialised. */
    public Optional<ActionResult> result() {
        return Optional.ofNullable(result);
    }

    /**
     * Whether the claim was certainly lost while the action ran: it expired, and another call may have run the action too. If not, the store
     * failed, which is the cause: the key then stays pending until its time to live is over, or its result is there although the reply was lost.
     * Where the cause's outcome is unknown ({@link dev.referee.application.port.StoreFailure#outcomeUnknown}), the result may have been given to
     * others, and the claim may have ended since.
     */
    public boolean lost() {
        return lost;
    }
}
