package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/**
 * Thrown when a decision gave an outcome or an event that cannot be stored: not one JSON value, with a name twice in one object, larger than
 * 64 KiB in UTF-8, or deeper than 32 levels. Nothing was written; it is never retried.
 */
public final class OutcomeRejected extends CommandFailure {

    private static final long serialVersionUID = 1L;

    OutcomeRejected(OperationKey key, String problem) {
        super(key, "the outcome of " + key + " is rejected: " + problem);
    }
}
