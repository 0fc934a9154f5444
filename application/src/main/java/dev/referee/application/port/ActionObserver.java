package dev.referee.application.port;

import dev.referee.domain.command.Namespace;
import java.time.Duration;

/**
 * Is told what becomes of {@link dev.referee.application.idempotency.IdempotentActions idempotent actions}, for metrics. Called on the caller's
 * thread; must be quick and safe for many threads. What it throws is logged and dropped.
 */
public interface ActionObserver {

    ActionObserver NONE = new ActionObserver() {};

    /** The same observer, whose failures are logged and dropped; for those who tell it. */
    static ActionObserver guarded(ActionObserver observer) {
        return new GuardedActionObserver(observer);
    }

    /**
     * An action was run, and its result recorded.
     *
     * @param time that the action itself took
     */
    default void ran(Namespace namespace, Duration time) {}

    /** A call was given the result of an earlier one. */
    default void replayed(Namespace namespace) {}

    /**
     * A call found the action claimed by another one, and was given no result.
     *
     * @param waited the whole time of the call
     */
    default void pending(Namespace namespace, Duration waited) {}

    /** A call came with the key of another action. */
    default void mismatch(Namespace namespace) {}

    /**
     * A check refused the call.
     *
     * @param code the refusal's
     */
    default void refused(Namespace namespace, String code) {}

    /** An action was run, and its result could not be recorded: the claim was lost, or the store failed. */
    default void notRecorded(Namespace namespace) {}

    /** An action was run, and threw, or gave what is no JSON. */
    default void handlerFailed(Namespace namespace) {}
}
