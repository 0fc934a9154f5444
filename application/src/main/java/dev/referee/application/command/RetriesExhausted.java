package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/** Thrown when each allowed attempt failed for a passing reason. Nothing was written; the failures of all attempts are {@linkplain #getSuppressed() suppressed} in it, in order. */
public final class RetriesExhausted extends CommandFailure {

    private static final long serialVersionUID = 1L;

    RetriesExhausted(OperationKey key, int attempts, Throwable last) {
        super(key, "gave up on " + key + " after " + attempts + " attempts; nothing was written", last);
    }
}
