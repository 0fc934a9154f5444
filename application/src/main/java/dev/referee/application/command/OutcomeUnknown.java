package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/** Thrown when the reply to COMMIT was lost and the outcome could not be looked up in time. The command may or may not have taken effect: repeat it with the same operation id, and it takes effect once. */
public final class OutcomeUnknown extends CommandFailure {

    private static final long serialVersionUID = 1L;

    OutcomeUnknown(OperationKey key, Throwable cause) {
        super(key, "whether " + key + " took effect is unknown: repeat it with the same operation id", cause);
    }
}
