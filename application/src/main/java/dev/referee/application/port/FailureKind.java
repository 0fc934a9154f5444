package dev.referee.application.port;

/** What a failure of the store means for the command. */
public enum FailureKind {
    /** Deadlock, serialization failure, or a time-out after the lock: the whole transaction may be run again. */
    CONTENTION,
    /** The operation's unique constraint fired: an equal command has committed, and a new transaction will see it. */
    DUPLICATE_OPERATION,
    /** The first row of a new aggregate met a unique constraint: a new transaction will see whose it is. */
    DUPLICATE_AGGREGATE,
    /** The connection is lost or of no further use (server gone, made read-only): run again on a fresh one. */
    CONNECTION_LOST,
    /** No connection could be had. */
    UNAVAILABLE,
    /** The store refused for another reason; to run it again would not help. */
    REJECTED;

    /** Whether the same transaction, run again from its beginning, may succeed: it was rolled back, for a reason that passes. */
    public boolean isPassing() {
        return this == CONTENTION || this == CONNECTION_LOST;
    }
}
