package dev.referee.acceptance.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every table with every row as text, in sorted order. Equal snapshots mean that nothing was written between them.
 *
 * @param tables by the table's name without schema and prefix
 */
public record Snapshot(SortedMap<String, List<String>> tables) {

    /** One row for each change of an aggregate. */
    public static final String AUDIT = "audit";

    /** One row for each operation that took effect. */
    public static final String OPERATION = "operation";

    /** One row for each event. */
    public static final String EVENT = "event";

    public Snapshot {
        TreeMap<String, List<String>> sorted = new TreeMap<>();
        tables.forEach((table, rows) -> sorted.put(table, rows.stream().sorted().toList()));
        tables = Collections.unmodifiableSortedMap(sorted);
    }

    public static Snapshot of(Map<String, List<String>> tables) {
        return new Snapshot(new TreeMap<>(tables));
    }

    /** How many rows a table has. */
    public int count(String table) {
        List<String> rows = tables.get(table);
        if (rows == null) {
            throw new IllegalArgumentException("there is no table " + table + " among " + tables.keySet());
        }
        return rows.size();
    }

    /** The rows that are here and not in {@code earlier}, and those that are gone since; one text for each, empty if all is equal. */
    public List<String> since(Snapshot earlier) {
        List<String> changes = new ArrayList<>();
        TreeMap<String, List<String>> all = new TreeMap<>(earlier.tables);
        all.putAll(tables);
        for (String table : all.keySet()) {
            List<String> before = new ArrayList<>(earlier.tables.getOrDefault(table, List.of()));
            List<String> after = new ArrayList<>(tables.getOrDefault(table, List.of()));
            List<String> gone = new ArrayList<>(before);
            after.forEach(gone::remove);
            before.forEach(after::remove);
            gone.forEach(row -> changes.add("- " + table + ": " + row));
            after.forEach(row -> changes.add("+ " + table + ": " + row));
        }
        return changes;
    }

    /** The same without one table. */
    public Snapshot without(String table) {
        return new Snapshot(tables.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(table))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new)));
    }
}
