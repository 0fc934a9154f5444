package dev.referee.adapter.jdbc.internal;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the tables that are there with those that the library needs: columns, and the keys that carry its guarantees. */
final class SchemaCheck {

    private final DatabaseMetaData metadata;
    private final @Nullable String catalog;
    private final @Nullable String schema;
    private final String prefix;
    private final List<ExpectedTable> expected;

    private SchemaCheck(
            DatabaseMetaData metadata,
            @Nullable String catalog,
            @Nullable String schema,
            String prefix,
            List<ExpectedTable> expected) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.schema = schema;
        this.prefix = prefix;
        this.expected = expected;
    }

    /** Looks into this schema, as the catalogue writes it, or into the connection's own if it is empty. */
    static SchemaCheck of(Connection connection, String schema, Layout layout) throws SQLException {
        String prefix = layout.tables().prefix();
        List<ExpectedTable> expected = layout.expected();
        DatabaseMetaData metadata = connection.getMetaData();
        if (!metadata.supportsSchemasInTableDefinitions()) {
            // What qualifies a table's name on MySQL and MariaDB is a catalog to JDBC, and there are no schemas in it.
            return new SchemaCheck(
                    metadata, schema.isEmpty() ? connection.getCatalog() : schema, null, prefix, expected);
        }
        String where = schema.isEmpty() ? connection.getSchema() : schema;
        return new SchemaCheck(metadata, connection.getCatalog(), where, prefix, expected);
    }

    /** What is missing, in words; empty if nothing is. */
    List<String> missing() throws SQLException {
        if (metadata.supportsSchemasInTableDefinitions() && schema == null) {
            return List.of("a schema: the connection has none of its own that exists");
        }
        Map<String, Set<String>> columns = columnsOfTables();
        List<String> missing = new ArrayList<>();
        for (ExpectedTable each : expected) {
            String table = prefix + each.table();
            Set<String> found = columns.get(table);
            if (found == null) {
                missing.add("table " + table);
                continue;
            }
            each.columns()
                    .filter(column -> !found.contains(column))
                    .sorted()
                    .forEach(column -> missing.add("column " + table + "." + column));
            missing.addAll(missingKeys(each, table));
        }
        return missing;
    }

    private List<String> missingKeys(ExpectedTable each, String table) throws SQLException {
        List<String> missing = new ArrayList<>();
        if (!primaryKey(table).equals(each.key())) {
            missing.add("primary key of " + table + " on "
                    + each.key().stream().sorted().toList());
        }
        for (List<String> index : each.indexes()) {
            if (!indexes(table, false).contains(index)) {
                missing.add("index of " + table + " on " + index);
            }
        }
        for (Set<String> unique : each.unique()) {
            if (indexes(table, true).stream().map(Set::copyOf).noneMatch(unique::equals)) {
                missing.add("unique key of " + table + " on "
                        + unique.stream().sorted().toList());
            }
        }
        return missing;
    }

    private Map<String, Set<String>> columnsOfTables() throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>();
        // The underscores are not escaped: they find too much, which is not looked at, while MySQL can be set to know
        // no escape.
        String pattern = stored(prefix) + "%";
        try (ResultSet rows = metadata.getColumns(catalog, schema, pattern, "%")) {
            while (rows.next()) {
                // The driver takes the schema for a pattern too.
                if (schema != null && !schema.equals(rows.getString("TABLE_SCHEM"))) {
                    continue;
                }
                columns.computeIfAbsent(lower(rows.getString("TABLE_NAME")), table -> new HashSet<>())
                        .add(lower(rows.getString("COLUMN_NAME")));
            }
        }
        return columns;
    }

    private Set<String> primaryKey(String table) throws SQLException {
        Set<String> key = new HashSet<>();
        try (ResultSet rows = metadata.getPrimaryKeys(catalog, schema, stored(table))) {
            while (rows.next()) {
                key.add(lower(rows.getString("COLUMN_NAME")));
            }
        }
        return key;
    }

    /** The columns of each index, in the order of the index. */
    private Collection<List<String>> indexes(String table, boolean unique) throws SQLException {
        Map<String, List<String>> indexes = new HashMap<>();
        try (ResultSet rows = metadata.getIndexInfo(catalog, schema, stored(table), unique, true)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                // Not a row of statistics, nor an index on a part of the rows.
                if (column != null && rows.getString("FILTER_CONDITION") == null) {
                    indexes.computeIfAbsent(rows.getString("INDEX_NAME"), index -> new ArrayList<>())
                            .add(lower(column));
                }
            }
        }
        return indexes.values();
    }

    private String stored(String name) throws SQLException {
        return Identifiers.stored(metadata, name);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
