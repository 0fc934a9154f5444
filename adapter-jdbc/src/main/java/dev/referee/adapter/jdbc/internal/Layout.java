package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tables that are migrated and checked together.
 *
 * @param history the table in which is kept which migrations ran
 * @param migrations where their migrations are
 * @param placeholders what these know, but for the schema
 * @param expected what must be there in the end
 */
public record Layout(
        Tables tables,
        String history,
        String migrations,
        Map<String, String> placeholders,
        List<ExpectedTable> expected) {

    private static final List<ExpectedTable> ADAPTER = List.of(
            ExpectedTable.of(
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
            ExpectedTable.of(
                    "audit",
                    Set.of("namespace", "aggregate_id", "revision"),
                    Set.of("action", "actor_role", "actor_id", "reason", "at")),
            // The order of an aggregate's events hangs on the unique key.
            ExpectedTable.of(
                            "event",
                            Set.of("id"),
                            Set.of("aggregatetype", "aggregateid", "type", "payload", "revision", "type_version", "at"))
                    .uniqueBy(Set.of("aggregatetype", "aggregateid", "revision")),
            ExpectedTable.of(
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
            ExpectedTable.of("permit_reviewer", Set.of("case_id", "reviewer_id"), Set.of()),
            ExpectedTable.of("permit_fee", Set.of("case_id", "line"), Set.of("description", "amount_cents")),
            ExpectedTable.of("counter", Set.of("name"), Set.of("last_number")),
            ExpectedTable.of(
                            "job",
                            Set.of("id"),
                            Set.of("queue", "due_at", "claimable_at", "token", "attempt", "payload"))
                    .indexedBy(List.of("queue", "claimable_at", "id")),
            ExpectedTable.of("lease", Set.of("name"), Set.of("fence", "token", "holder", "deadline")));

    public Layout {
        placeholders = Map.copyOf(placeholders);
        expected = List.copyOf(expected);
    }

    /** The tables of an adapter. */
    public static Layout ofAdapter(Tables tables, Dialect dialect) {
        List<ExpectedTable> expected = new ArrayList<>(ADAPTER);
        // The table that only some engines have.
        dialect.names().table().ifPresent(table -> expected.add(ExpectedTable.of(table, Set.of("id"), Set.of())));
        return new Layout(
                tables,
                tables.prefix() + "schema_history",
                dialect.migrations(),
                Map.of("prefix", tables.prefix()),
                expected);
    }

    /** The one table of an idempotency store. */
    public static Layout ofIdempotency(Tables table, Dialect dialect) {
        return new Layout(
                table,
                table.prefix() + Tables.HISTORY_OF_SINGLE,
                dialect.idempotencyMigrations(),
                Map.of("table", table.prefix()),
                List.of(ClaimTable.EXPECTED));
    }
}
