package dev.referee.acceptance.engine;

/** The isolation levels of SQL that a pool or a caller may have chosen. */
public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
}
