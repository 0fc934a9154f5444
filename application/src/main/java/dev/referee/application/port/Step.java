package dev.referee.application.port;

/** The steps of one transaction, in order. Where statements travel as one group, the steps of the group are told one after the other before it. */
public enum Step {
    /** A connection is there; nothing was sent. */
    BEGIN,
    /** Before the locking statement. */
    LOCK,
    /** The lock is held; before the statements that read after it. */
    FACTS,
    /** Before the aggregate is written. */
    WRITE_AGGREGATE,
    /** Before the audit row is written. */
    WRITE_AUDIT,
    /** Before the operation row is written. */
    WRITE_OPERATION,
    /** Before the outbox row is written. */
    WRITE_EVENT,
    /** All is written; before COMMIT is handed to the driver. */
    COMMIT
}
