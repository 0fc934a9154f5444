package dev.referee.application.idempotency;

/**
 * What an action does.
 *
 * @param <X> what it throws when it fails, and its caller then catches
 */
@FunctionalInterface
public interface ActionHandler<X extends Exception> {

    /** Runs it once, and says what it gave: {@link ActionResult#NULL} if it has nothing to say. */
    ActionResult run() throws X;
}
