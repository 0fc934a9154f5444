package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.Dialect;

/** What all units of work of one adapter share. */
record Shared(Dialect dialect, Classifier classifier, Statements statements, EngineTables tables) {

    static Shared of(Dialect dialect, Tables tables) {
        return new Shared(dialect, new Classifier(dialect.errors()), new Statements(dialect), new EngineTables(tables));
    }
}
