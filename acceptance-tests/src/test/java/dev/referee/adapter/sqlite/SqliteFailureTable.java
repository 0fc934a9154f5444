package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.dialect.ErrorTable;

/** Shows the adapter's table of failures to the tests that provoke them. */
public final class SqliteFailureTable {

    private SqliteFailureTable() {}

    public static ErrorTable table() {
        return SqliteErrors.table();
    }
}
