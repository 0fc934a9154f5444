package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Neither server tells the key but in the text of the message, whose words depend on its language: {@code Duplicate entry '...' for key
 * 'member.email_taken'} of MySQL, without the table of MariaDB. The key is what is quoted last; the value, which may hold anything, stands before
 * it. On MariaDB a key of the same name in another table, that a trigger writes, cannot be told apart.
 */
final class InnoDbUniqueKeys implements UniqueKeys {

    private static final String LIST = """
            SELECT INDEX_NAME AS name, COALESCE(COLUMN_NAME, '') AS column_name, SUB_PART IS NULL AS whole
              FROM INFORMATION_SCHEMA.STATISTICS
             WHERE NON_UNIQUE = 0 AND TABLE_NAME = ? AND TABLE_SCHEMA = COALESCE(?, DATABASE())""";

    private static final Pattern LAST_QUOTED = Pattern.compile("(?s).*'([^']+)'[^']*");

    @Override
    public String list() {
        return LIST;
    }

    /** By the text, since nothing else tells it. */
    @Override
    public boolean isViolated(UniqueKey key, SQLException failure) {
        return UniqueKeys.inText(LAST_QUOTED, failure)
                .filter(name -> name.equalsIgnoreCase(key.constraint())
                        || name.equalsIgnoreCase(key.tableAlone() + "." + key.constraint()))
                .isPresent();
    }

    @Override
    public Optional<String> whyNot(Connection connection) throws SQLException {
        return DumpedQueries.areOn(connection)
                .map(on -> on
                        ? Optional.of(
                                "a driver without dumpQueriesOnException: it writes the values into the message, where only"
                                        + " the violated key should be quoted last")
                        : Optional.<String>empty())
                .orElse(Optional.of(
                        "a connection that can be unwrapped: its driver has to be asked whether it writes values into"
                                + " messages (dumpQueriesOnException)"));
    }
}
