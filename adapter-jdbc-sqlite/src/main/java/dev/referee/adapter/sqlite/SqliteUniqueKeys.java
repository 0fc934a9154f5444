package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * SQLite tells the columns, not the name, in the text of the message only, which holds no value: {@code ... (UNIQUE constraint failed:
 * member.email)}. It keeps the names of unique indexes, not those of constraints.
 */
final class SqliteUniqueKeys implements UniqueKeys {

    private static final String LIST = """
            SELECT l.name AS name, coalesce(i.name, '') AS column_name, l.partial = 0 AS whole
              FROM pragma_index_list(?, coalesce(?, 'main')) AS l, pragma_index_info(l.name) AS i
             WHERE l."unique" = 1""";

    private static final Pattern COLUMNS = Pattern.compile("(?s).*UNIQUE constraint failed: (.+?)\\)?");

    @Override
    public String list() {
        return LIST;
    }

    /** By the text, since nothing else tells it. */
    @Override
    public boolean isViolated(UniqueKey key, SQLException failure) {
        String table = key.tableAlone().toLowerCase(Locale.ROOT);
        Set<String> columns =
                key.columns().stream().map(column -> table + "." + column).collect(Collectors.toSet());
        return UniqueKeys.inText(COLUMNS, failure)
                .filter(told ->
                        columns.equals(Set.of(told.toLowerCase(Locale.ROOT).split(", "))))
                .isPresent();
    }
}
