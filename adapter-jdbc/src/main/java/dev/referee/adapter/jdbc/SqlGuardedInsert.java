package dev.referee.adapter.jdbc;

import dev.referee.application.port.GuardedInsert;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells every SQL adapter how one kind of row with unique values is inserted and found. Given to {@link JdbcAdapterBuilder#guards}, which
 * compares the declared keys with the database's catalogue. An implementation has no state and is safe for many threads.
 *
 * @param <V> the row, immutable
 */
public interface SqlGuardedInsert<V> extends GuardedInsert<V> {

    /** The unique keys whose violation is an answer. That of any other is a failure. */
    List<UniqueKey> keys();

    /** One INSERT of one row, which fails on a duplicate: nothing like DO NOTHING or IGNORE, which hides which constraint fired. */
    Sql insert(V row);

    /** A plain SELECT of the row that has the value which this one's insert met. */
    Sql find(String guard, V row);

    /** Makes the row. */
    V map(Row row);

    @Override
    default Set<String> guards() {
        return keys().stream().map(UniqueKey::guard).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * One unique constraint or unique index, neither deferred nor for a part of the rows only.
     *
     * @param guard what it means, such as {@code email-taken}
     * @param constraint its name, or that of the index; compared without regard to case. SQLite keeps the names of unique indexes only
     * @param table the table, in the connection's own schema unless written as {@code schema.table}
     * @param columns all of them
     */
    record UniqueKey(String guard, String constraint, String table, Set<String> columns) {
        public UniqueKey {
            if (guard.isBlank() || constraint.isBlank() || table.isBlank() || columns.isEmpty()) {
                throw new IllegalArgumentException("guard, constraint, table and columns must not be empty, but are '"
                        + guard + "', '" + constraint + "', '" + table + "', " + columns);
            }
            constraint = constraint.toLowerCase(Locale.ROOT);
            columns = columns.stream()
                    .map(column -> column.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
        }

        /** The table without its schema. */
        public String tableAlone() {
            return table.substring(table.lastIndexOf('.') + 1);
        }

        /** The schema, if the table is written with one. */
        public Optional<String> schema() {
            int dot = table.lastIndexOf('.');
            return dot < 0 ? Optional.empty() : Optional.of(table.substring(0, dot));
        }
    }
}
