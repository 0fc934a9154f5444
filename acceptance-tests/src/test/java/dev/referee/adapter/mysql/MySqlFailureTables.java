package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.dialect.ErrorTable;

/** Shows the adapter's tables of failures to the tests that provoke them. */
public final class MySqlFailureTables {

    private MySqlFailureTables() {}

    public static ErrorTable mysql() {
        return MySqlErrors.mysql();
    }

    public static ErrorTable mariadb() {
        return MySqlErrors.mariadb();
    }
}
