package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.adapter.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares declared unique keys with those of the catalogue. */
final class GuardCheck {

    private static final String NOT_WHOLE = "";

    private final Connection connection;
    private final Dialect dialect;

    GuardCheck(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** What is missing, in words; empty if nothing is. */
    List<String> missing(List<SqlGuardedInsert<?>> inserts) throws SQLException {
        List<String> missing = new ArrayList<>();
        if (!inserts.isEmpty()) {
            dialect.uniqueKeys().whyNot(connection).ifPresent(missing::add);
        }
        for (SqlGuardedInsert<?> insert : inserts) {
            Set<String> guards = new HashSet<>();
            for (UniqueKey key : insert.keys()) {
                if (!guards.add(key.guard())) {
                    throw new IllegalArgumentException(
                            "a guard must be declared once, but " + key.guard() + " is there twice");
                }
                Set<String> columns = keysOf(key).get(key.constraint());
                if (!key.columns().equals(columns)) {
                    missing.add("unique key " + key.constraint() + " (" + key.guard() + ") of " + key.table() + " on "
                            + new TreeSet<>(key.columns()) + " (" + found(columns) + ")");
                }
            }
        }
        return missing;
    }

    private static String found(@Nullable Set<String> columns) {
        if (columns == null) {
            return "there is none of that name";
        }
        return columns.contains(NOT_WHOLE)
                ? "it is deferred, or for a part of the rows or values only"
                : "it is on " + new TreeSet<>(columns);
    }

    private Map<String, Set<String>> keysOf(UniqueKey declared) throws SQLException {
        Optional<String> schema = declared.schema();
        if (schema.isPresent()) {
            schema = Optional.of(stored(schema.get()));
        }
        Map<String, Set<String>> keys = new HashMap<>();
        for (Row row : new Statements(dialect)
                .query(connection, Sql.of(dialect.uniqueKeys().list(), stored(declared.tableAlone()), schema))) {
            keys.computeIfAbsent(row.text("name").toLowerCase(Locale.ROOT), name -> new HashSet<>())
                    .add(row.bool("whole") ? row.text("column_name").toLowerCase(Locale.ROOT) : NOT_WHOLE);
        }
        return keys;
    }

    private String stored(String name) throws SQLException {
        return Identifiers.stored(connection.getMetaData(), name);
    }
}
