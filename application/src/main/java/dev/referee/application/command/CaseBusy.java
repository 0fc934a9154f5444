package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/** Thrown when another transaction held the aggregate for the whole time that a command may wait for it. Nothing was written; it was not retried. */
public final class CaseBusy extends CommandFailure {

    private static final long serialVersionUID = 1L;

    CaseBusy(OperationKey key, long waitedMillis) {
        super(
                key,
                key.namespace() + " " + key.subject() + " was busy for " + waitedMillis + " ms; nothing was written");
    }
}
