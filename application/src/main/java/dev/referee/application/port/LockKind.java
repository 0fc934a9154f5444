package dev.referee.application.port;

/** Which kind of lock a caller asked for. */
public enum LockKind {
    /** The row of an aggregate, or of a parent. */
    ROW,
    /** A name, until the transaction ends. */
    ADVISORY,
    /** A unique value that somebody else is inserting. */
    UNIQUE,
    /** A name, for a limited time. */
    LEASE
}
