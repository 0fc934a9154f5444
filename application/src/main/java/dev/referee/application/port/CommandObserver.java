package dev.referee.application.port;

import dev.referee.domain.command.Namespace;
import java.time.Duration;

/**
 * Is told what commands do, for metrics. Called on the command's thread, outside its transaction but for {@link #lockWaited}; must be quick
 * and safe for many threads. What it throws is logged and dropped: counting never changes an outcome.
 */
public interface CommandObserver {

    CommandObserver NONE = new CommandObserver() {};

    /** The lock was had or refused after this time; what is read under the lock is included, since both may be one round trip. */
    default void lockWaited(Namespace namespace, Duration waited) {}

    /**
     * An attempt failed and the whole transaction will be run again.
     *
     * @param attempt the one that failed, from 1
     */
    default void retried(Namespace namespace, int attempt, FailureKind cause) {}

    /** A unique constraint settled a race. */
    default void duplicate(Namespace namespace, FailureKind constraint) {}

    /** The reply to COMMIT was lost; the outcome is being looked up. */
    default void commitInDoubt(Namespace namespace) {}

    default void applied(Namespace namespace, String command) {}

    default void replayed(Namespace namespace, String command) {}

    default void refused(Namespace namespace, String command, String code) {}

    /**
     * The command ended with an exception.
     *
     * @param failure the exception's simple name
     */
    default void failed(Namespace namespace, String command, String failure) {}

    /** The command was answered, or failed, after this time in all. */
    default void completed(Namespace namespace, String command, Duration elapsed) {}
}
