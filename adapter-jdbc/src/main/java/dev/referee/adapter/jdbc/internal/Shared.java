package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import java.util.Optional;

/**
 * What all units of work of one adapter share.
 *
 * @param databaseLock the statement that takes the lock of the whole database, where an engine has no other
 */
record Shared(
        Dialect dialect,
        Classifier classifier,
        Statements statements,
        EngineTables tables,
        Optional<Sql> databaseLock) {

    /** @param lockTable the table by which the whole database is locked where that is needed: one that is there */
    static Shared of(Dialect dialect, Tables tables, String lockTable) {
        return new Shared(
                dialect,
                new Classifier(dialect.errors()),
                new Statements(dialect),
                new EngineTables(tables),
                dialect.databaseLock(tables.name(lockTable)).map(Sql::of));
    }
}
