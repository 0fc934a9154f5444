package dev.referee.adapter.inmemory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

/**
 * The committed rows of all tables. A commit publishes all of its rows in one step, and each read sees one state between two commits. The
 * inner lock is held for the map operations only: never while a unit waits, and never while the embedding service's code runs.
 */
final class CommittedRows {

    /** Written in the place of a row that is to be removed. */
    static final Object GONE = new Object();

    private final ReentrantReadWriteLock access = new ReentrantReadWriteLock();
    private final NavigableMap<RowKey, Object> rows = new TreeMap<>();

    /** What is kept under the names of users' tables. */
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    enum Kind {
        AGGREGATES,
        GUARDED_ROWS
    }

    /** Refuses a name under which something else is kept already. */
    void require(String table, Kind kind) {
        Kind first = kinds.computeIfAbsent(table, name -> kind);
        if (first != kind) {
            throw new IllegalArgumentException("the name " + table + " is used for "
                    + (first == Kind.AGGREGATES ? "aggregates" : "guarded inserts")
                    + " already: rows of another kind need a name of their own");
        }
    }

    void publish(Map<RowKey, Object> written) {
        access.writeLock().lock();
        try {
            written.forEach((key, row) -> {
                if (row == GONE) {
                    rows.remove(key);
                } else {
                    rows.put(key, row);
                }
            });
        } finally {
            access.writeLock().unlock();
        }
    }

    Optional<Object> find(RowKey key) {
        access.readLock().lock();
        try {
            return Optional.ofNullable(rows.get(key));
        } finally {
            access.readLock().unlock();
        }
    }

    /** Those of the rows that exist, all as of the same moment. */
    Map<RowKey, Object> findAll(Collection<RowKey> keys) {
        Map<RowKey, Object> found = new LinkedHashMap<>();
        access.readLock().lock();
        try {
            for (RowKey key : keys) {
                Object row = rows.get(key);
                if (row != null) {
                    found.put(key, row);
                }
            }
        } finally {
            access.readLock().unlock();
        }
        return found;
    }

    /**
     * Up to {@code limit} rows in the order of their keys, from the first key that is not below {@code from} to the last one that is
     * {@code within}.
     */
    <T> List<T> range(RowKey from, Predicate<RowKey> within, Class<T> type, Predicate<T> wanted, int limit) {
        List<T> found = new ArrayList<>();
        access.readLock().lock();
        try {
            for (Map.Entry<RowKey, Object> entry : rows.tailMap(from, true).entrySet()) {
                if (found.size() == limit || !within.test(entry.getKey())) {
                    break;
                }
                T row = type.cast(entry.getValue());
                if (wanted.test(row)) {
                    found.add(row);
                }
            }
        } finally {
            access.readLock().unlock();
        }
        return found;
    }

    NavigableMap<RowKey, Object> copy() {
        access.readLock().lock();
        try {
            return new TreeMap<>(rows);
        } finally {
            access.readLock().unlock();
        }
    }
}
