package dev.referee.adapter.jdbc.dialect;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an engine knows of unique constraints. Without state; safe for many threads. */
public interface UniqueKeys {

    /**
     * A query that lists the unique constraints and indexes of a table, one row for each column: {@code name}, {@code column_name} (empty for
     * an expression), and {@code whole}: whether it compares whole values of all rows, and at once. Its parameters are the table, as the
     * catalogue writes it, and the schema, or NULL for the connection's own.
     */
    String list();

    /**
     * Whether this key is the one that was violated. By a field of the failure where there is one, otherwise by its text, in a place where no
     * value can stand.
     */
    boolean isViolated(UniqueKey key, SQLException failure);

    /** Why failures on such connections cannot tell which key was violated, in one sentence; empty if they can. Asked when guards are declared. */
    default Optional<String> whyNot(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** What a pattern's first group finds in the text of a failure, for engines that tell the key nowhere else. */
    static Optional<String> inText(Pattern pattern, SQLException failure) {
        String message = failure.getMessage();
        Matcher matcher = pattern.matcher(message == null ? "" : message);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
