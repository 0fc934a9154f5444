package dev.referee.adapter.jdbc;

/** What opening an adapter does about its tables. */
public enum MigrationMode {
    /** Creates and migrates them, then checks them. Needs the right to create tables. */
    MIGRATE,
    /** Changes nothing; names what is missing. Needs no right but to read. */
    VALIDATE
}
