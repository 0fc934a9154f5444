package dev.referee.application.port;

/** Where in the protocol a failure came. */
public enum Phase {
    /** Getting a connection, setting it up, beginning. */
    BEGIN,
    /** The locking statement. */
    LOCK,
    /** Reading after the lock. */
    FACTS,
    /** Writing. */
    WRITE,
    /** The commit was handed to the driver. */
    COMMIT
}
