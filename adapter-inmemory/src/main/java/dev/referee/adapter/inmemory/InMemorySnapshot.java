package dev.referee.adapter.inmemory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Every committed row as text, as of one moment, to compare what was there before and after. Two snapshots are equal if all rows are; for
 * that the states of an embedding service's aggregates need a {@code toString} that shows their values, as records have.
 *
 * @param tables the rows of each table in the order of their keys, each as its key and its values; {@code operation}, {@code audit},
 *     {@code event}, {@code permit_case}, {@code fee_line}, {@code job} and {@code lease} are always there, an aggregate's table from its first row on. Of leases the tokens
 *     are left out
 */
public record InMemorySnapshot(SortedMap<String, List<String>> tables) {

    private static final String LEASE = "lease";

    public InMemorySnapshot {
        SortedMap<String, List<String>> copy = new TreeMap<>();
        tables.forEach((table, rows) -> copy.put(table, List.copyOf(rows)));
        tables = Collections.unmodifiableSortedMap(copy);
    }

    /** The rows of one table; empty if there are none. */
    public List<String> rows(String table) {
        return tables.getOrDefault(table, List.of());
    }

    static InMemorySnapshot of(Map<RowKey, Object> rows, List<String> leases) {
        SortedMap<String, List<String>> tables = new TreeMap<>();
        for (String table : List.of(
                RowKey.OPERATION, RowKey.AUDIT, RowKey.EVENT, RowKey.PERMIT_CASE, RowKey.FEE_LINE, RowKey.JOB)) {
            tables.put(table, new ArrayList<>());
        }
        rows.forEach((key, row) ->
                tables.computeIfAbsent(key.table(), table -> new ArrayList<>()).add(key + ": " + row));
        tables.put(LEASE, leases);
        return new InMemorySnapshot(tables);
    }
}
