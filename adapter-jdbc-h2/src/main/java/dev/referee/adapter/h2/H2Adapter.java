package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import javax.sql.DataSource;

/**
 * Opens the adapter for H2 2.2.220 and later. A database in a file is set to {@code WRITE_DELAY 0} by whoever opens it: with the default it
 * loses answered commands in a crash. That takes an administrator of the database, or {@code ;WRITE_DELAY=0} in its URL.
 */
public final class H2Adapter {

    private H2Adapter() {}

    /** Begins to set up an adapter on this data source, which stays the caller's. */
    public static JdbcAdapterBuilder on(DataSource dataSource) {
        return JdbcAdapterBuilder.of(dataSource, new H2Probe());
    }

    /**
     * Begins to set up an idempotency store on this data source, which stays the caller's. Several processes share one only if the URL says
     * {@code AUTO_SERVER=TRUE} or names a server: otherwise H2 lets one process at a time have the database, and one in memory is gone with
     * its process.
     */
    public static JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return JdbcIdempotencyStoreBuilder.of(dataSource, new H2Probe());
    }
}
