package dev.referee.adapter.jdbc.dialect;

/** What a failure means, before it is known which statement failed. */
public enum Meaning {
    /** The wait for a row ended; an answer if it was the locking statement, otherwise {@link #CONTENTION}. */
    BUSY,
    /** A unique constraint fired; which one follows from the statement. */
    DUPLICATE,
    /** Deadlock, serialization failure or a time-out: the whole transaction may be run again. */
    CONTENTION,
    /** The connection is gone or of no further use. */
    CONNECTION_LOST,
    /** The server takes no connection now. */
    UNAVAILABLE,
    /** Known, and of no use to repeat. */
    REJECTED
}
