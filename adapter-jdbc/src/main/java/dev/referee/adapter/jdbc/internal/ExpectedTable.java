package dev.referee.adapter.jdbc.internal;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A table that must be there, and the keys that carry its guarantees. Names are in lower case.
 *
 * @param table without the prefix
 * @param key the columns of its primary key
 * @param others its other columns
 * @param unique the columns of its other unique keys
 * @param indexes the columns of its indexes, in their order: without them too much would be read, and on some servers locked
 */
record ExpectedTable(
        String table, Set<String> key, Set<String> others, Set<Set<String>> unique, Set<List<String>> indexes) {

    static ExpectedTable of(String table, Set<String> key, Set<String> others) {
        return new ExpectedTable(table, key, others, Set.of(), Set.of());
    }

    ExpectedTable uniqueBy(Set<String> columns) {
        return new ExpectedTable(table, key, others, Set.of(columns), indexes);
    }

    ExpectedTable indexedBy(List<String> columns) {
        return new ExpectedTable(table, key, others, unique, Set.of(columns));
    }

    Stream<String> columns() {
        return Stream.concat(key.stream(), others.stream());
    }
}
