package dev.referee.adapter.jdbc.dialect;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What an engine knows of unique constraints. Without state; safe for many threads. */
public interface UniqueKeys {

    /**
     * Lists the unique constraints and indexes of a table, one row for each column: {@code name}, {@code column_name} (empty for an
     * expression), and {@code whole}: whether it compares whole values of all rows, and at once.
     *
     * @param schema empty: the connection's own
     * @param table as the catalogue writes it
     */
    Sql list(Optional<String> schema, String table);

    /**
     * Whether this key is the one that was violated. By a field of the failure where there is one, otherwise by its text, in a place where no
     * value can stand.
     */
    boolean isViolated(UniqueKey key, SQLException failure);

    /** Why failures on such connections cannot tell which key was violated, in one sentence; empty if they can. Asked when guards are declared. */
    default Optional<String> whyNot(Connection connection) throws SQLException {
        return Optional.empty();
    }
}
