package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/**
 * Thrown when the world broke before a command could be answered; each subclass says what is known of its effect. A business answer is never
 * thrown: it is an {@link dev.referee.domain.command.Outcome}.
 */
public abstract sealed class CommandFailure extends RuntimeException
        permits CaseBusy, RetriesExhausted, OutcomeUnknown, OutcomeRejected, StoreUnavailable {

    private static final long serialVersionUID = 1L;

    private final transient OperationKey key;

    CommandFailure(OperationKey key, String message, Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    CommandFailure(OperationKey key, String message) {
        super(message);
        this.key = key;
    }

    /** The operation that was not answered. */
    public OperationKey key() {
        return key;
    }
}
