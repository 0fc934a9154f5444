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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the tables that are there with those that the library needs: columns, and the keys that carry its guarantees. */
final class SchemaCheck {

    private static final String JOB = "job";

    private static final List<Expected> EXPECTED = List.of(
            new Expected(
                    "operation",
                    Set.of("namespace", "subject", "operation_id"),
                    Set.of(
                            "aggregate_id",
                            "actor_role",
                            "actor_id",
                            "command_name",
                            "command_version",
                            "digest",
                            "execution",
                            "revision",
                            "outcome",
                            "at")),
            new Expected(
                    "audit",
                    Set.of("namespace", "aggregate_id", "revision"),
                    Set.of("action", "actor_role", "actor_id", "reason", "at")),
            new Expected(
                    "event",
                    Set.of("id"),
                    Set.of("aggregatetype", "aggregateid", "type", "payload", "revision", "type_version", "at")),
            new Expected(
                    "permit_case",
                    Set.of("id"),
                    Set.of(
                            "title",
                            "applicant_role",
                            "applicant_id",
                            "status",
                            "revision",
                            "fee_lines",
                            "fee_total_cents")),
            new Expected("permit_reviewer", Set.of("case_id", "reviewer_id"), Set.of()),
            new Expected("permit_fee", Set.of("case_id", "line"), Set.of("description", "amount_cents")),
            new Expected("counter", Set.of("name"), Set.of("last_number")),
            new Expected(JOB, Set.of("id"), Set.of("queue", "due_at", "claimable_at", "token", "attempt", "payload")),
            new Expected("lease", Set.of("name"), Set.of("fence", "token", "holder", "deadline")));

    /** The order of an aggregate's events hangs on it. */
    private static final String EVENT = "event";

    private static final Set<String> EVENT_ORDER = Set.of("aggregatetype", "aggregateid", "revision");

    /** Without it each claim would read, and on some servers lock, all jobs. */
    private static final List<String> JOB_ORDER = List.of("queue", "claimable_at", "id");

    private final DatabaseMetaData metadata;
    private final @Nullable String catalog;
    private final @Nullable String schema;
    private final String prefix;
    private final List<Expected> expected;

    private SchemaCheck(
            DatabaseMetaData metadata,
            @Nullable String catalog,
            @Nullable String schema,
            String prefix,
            List<Expected> expected) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.schema = schema;
        this.prefix = prefix;
        this.expected = expected;
    }

    /**
     * Looks into this schema, as the catalogue writes it, or into the connection's own if it is empty.
     *
     * @param lockRows the table that only this engine has
     */
    static SchemaCheck of(Connection connection, String schema, String prefix, Optional<String> lockRows)
            throws SQLException {
        List<Expected> expected = new ArrayList<>(EXPECTED);
        lockRows.ifPresent(table -> expected.add(new Expected(table, Set.of("id"), Set.of())));
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
        for (Expected each : expected) {
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
            if (!primaryKey(table).equals(each.key())) {
                missing.add("primary key of " + table + " on "
                        + each.key().stream().sorted().toList());
            }
            if (each.table().equals(JOB) && !indexes(table, false).contains(JOB_ORDER)) {
                missing.add("index of " + table + " on " + JOB_ORDER);
            }
            if (each.table().equals(EVENT)
                    && indexes(table, true).stream().map(Set::copyOf).noneMatch(EVENT_ORDER::equals)) {
                missing.add("unique key of " + table + " on "
                        + EVENT_ORDER.stream().sorted().toList());
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

    private record Expected(String table, Set<String> key, Set<String> others) {
        Stream<String> columns() {
            return Stream.concat(key.stream(), others.stream());
        }
    }
}
