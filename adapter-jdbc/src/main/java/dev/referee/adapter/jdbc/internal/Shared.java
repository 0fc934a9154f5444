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

    static Shared of(Dialect dialect, Tables tables) {
        return new Shared(
                dialect,
                new Classifier(dialect.errors()),
                new Statements(dialect),
                new EngineTables(tables),
                dialect.databaseLock().map(tables::sql).map(Sql::of));
    }
}
