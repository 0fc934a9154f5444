package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.ErrorTable;

/** Shows the adapter's table of failures to the tests that provoke them. */
public final class H2FailureTable {

    private H2FailureTable() {}

    public static ErrorTable table() {
        return H2Errors.table();
    }
}
