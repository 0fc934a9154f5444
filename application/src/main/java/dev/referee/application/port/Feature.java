package dev.referee.application.port;

/** What an engine may or may not give. A feature that an adapter lacks stands in its {@link Capabilities} with the reason. */
public enum Feature {
    /** Locks single rows, so that two aggregates are changed at the same time. */
    ROW_LOCKS,
    /** Ends a wait for a row after a time in milliseconds, by its own timer. */
    TIMED_LOCK_WAIT,
    /** Answers at once that a row is locked. */
    NO_WAIT,
    /** Passes over locked rows. */
    SKIP_LOCKED,
    /** Checks foreign keys between parent and child rows. */
    FOREIGN_KEYS,
    /** A command can take part in a transaction of its caller. */
    JOINING,
    /** Keeps its data in a schema that is migrated and validated, with a name and a prefix. */
    SCHEMA,
    /** Has schemas with names of their own in one database. */
    SCHEMA_NAMES,
    /** Speaks over connections that a pool keeps and that can be lost. */
    CONNECTIONS,
    /** Runs in a process of its own, behind a network connection. */
    NETWORK,
    /** Keeps what it acknowledged when the process is killed. */
    DURABILITY,
    /** Several processes can use one store at the same time. */
    SEVERAL_PROCESSES,
    /** Finds deadlocks and ends one of the transactions at once. */
    DEADLOCK_DETECTION,
    /** Locks names of its own accord. Where this is missing, the adapter locks something in its place and says what. */
    ADVISORY_LOCKS,
    /** Keeps the fence numbers of leases as long as it keeps its data: they never restart. */
    DURABLE_FENCES,
    /** Tells how it finds rows: by an index, or by looking at all of them. */
    QUERY_PLANS,
    /** Can run at isolation levels above READ COMMITTED, and reports serialization failures there. */
    SERIALIZATION_FAILURES
}
