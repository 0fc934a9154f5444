package dev.referee.application.command;

import dev.referee.domain.command.OperationKey;

/** Thrown when no connection to the store could be had (the time-out of a pool is reported so). Nothing was written. */
public final class StoreUnavailable extends CommandFailure {

    private static final long serialVersionUID = 1L;

    /** For use cases that ask the store for something before the engine does, such as the number of a new case. */
    public StoreUnavailable(OperationKey key, Throwable cause) {
        super(key, "no connection to the store for " + key + "; nothing was written", cause);
    }
}
