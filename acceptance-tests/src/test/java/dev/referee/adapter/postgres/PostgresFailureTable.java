package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.dialect.ErrorTable;

/** Shows the adapter's table of failures to the tests that provoke them. */
public final class PostgresFailureTable {

    private PostgresFailureTable() {}

    public static ErrorTable table() {
        return PostgresErrors.table();
    }
}
