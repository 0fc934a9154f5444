package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import javax.sql.DataSource;

/** Opens the adapter for PostgreSQL 14 and later. */
public final class PostgresAdapter {

    private PostgresAdapter() {}

    /** Begins to set up an adapter on this data source, which stays the caller's. */
    public static JdbcAdapterBuilder on(DataSource dataSource) {
        return JdbcAdapterBuilder.of(dataSource, new PostgresProbe());
    }

    /** Begins to set up an idempotency store on this data source, which stays the caller's. */
    public static JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return JdbcIdempotencyStoreBuilder.of(dataSource, new PostgresProbe());
    }
}
