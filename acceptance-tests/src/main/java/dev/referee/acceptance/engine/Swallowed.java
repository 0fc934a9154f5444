package dev.referee.acceptance.engine;

/** Where an embedding service's own SQL fails and the failure is swallowed. */
public enum Swallowed {
    /** A statement with a mistake. */
    STATEMENT,
    /** One row of a batch is a duplicate. */
    BATCH,
    /** A query fails at one of its rows. */
    RESULT_SET
}
