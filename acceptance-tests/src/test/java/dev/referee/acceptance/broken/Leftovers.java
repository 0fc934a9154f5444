package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Rows of one table that are committed though the transaction that they belong to is not. Safe for many threads. */
final class Leftovers {

    private final String table;
    private final List<String> rows = new CopyOnWriteArrayList<>();

    Leftovers(String table) {
        this.table = table;
    }

    void add(List<?> written) {
        written.forEach(row -> rows.add(row.toString()));
    }

    /** Forgets rows that are in the tables themselves by now. */
    void remove(List<?> written) {
        written.forEach(row -> rows.remove(row.toString()));
    }

    Snapshot in(Snapshot committed) {
        TreeMap<String, List<String>> tables = new TreeMap<>(committed.tables());
        List<String> all = new ArrayList<>(tables.getOrDefault(table, List.of()));
        all.addAll(rows);
        tables.put(table, all);
        return new Snapshot(tables);
    }
}
