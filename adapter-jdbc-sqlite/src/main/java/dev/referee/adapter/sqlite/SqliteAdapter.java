package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import javax.sql.DataSource;

/**
 * Opens the adapter for SQLite 3.51.3 and later in a file, spoken to with the driver of {@code org.xerial:sqlite-jdbc}. The file is switched to
 * write-ahead logging by whoever opens it, and each connection that a unit of work uses to foreign keys and {@code synchronous = FULL}. There is
 * one writer at a time for the whole file; a unit of work takes its place with its first statement.
 */
public final class SqliteAdapter {

    private SqliteAdapter() {}

    /** Begins to set up an adapter on this data source, which stays the caller's. There are no schemas to choose: only a prefix. */
    public static JdbcAdapterBuilder on(DataSource dataSource) {
        return JdbcAdapterBuilder.of(dataSource, new SqliteProbe());
    }

    /**
     * Begins to set up an idempotency store on this data source, which stays the caller's. Several processes may use the same file, on a local
     * disk. It has one writer: a pool of its own for the store does not let it claim within a transaction on the same file.
     */
    public static JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return JdbcIdempotencyStoreBuilder.of(dataSource, new SqliteProbe());
    }
}
