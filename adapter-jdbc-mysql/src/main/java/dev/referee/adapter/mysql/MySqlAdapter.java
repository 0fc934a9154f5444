package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import javax.sql.DataSource;

/**
 * Opens Referee on MySQL 8.0.1 or later, with MySQL Connector/J, or on MariaDB 10.6 or later, with MariaDB Connector/J. Which of the two it
 * is, the server is asked; older ones, the other's driver, and other products on the same protocol are refused.
 *
 * <p>What these servers call a database is the schema here. A change of tables cannot be rolled back on them: a migration that failed
 * half-way is reported on opening, and can be run again once its cause is gone and its row is deleted from the history table.
 *
 * <p>Each command sends two statements of settings around its transaction, and two more that switch auto-commit off and on again, unless
 * the pool was made with auto-commit off. A wait for a case ends by the millisecond; a wait in a write on MySQL by the whole second.
 *
 * <p>On a Galera cluster row locks do not reach the other nodes: the loser of a race learns of it when it commits, and is run again.
 */
public final class MySqlAdapter {

    private MySqlAdapter() {}

    /**
     * Begins to open an adapter; {@link JdbcAdapterBuilder#open} asks the server.
     *
     * @param dataSource usually a pool; it stays its owner's. Its connections must use utf8mb4, which is both drivers' default
     */
    public static JdbcAdapterBuilder on(DataSource dataSource) {
        return JdbcAdapterBuilder.of(dataSource, new MySqlProbe());
    }

    /** Begins to set up an idempotency store on this data source, which stays the caller's. */
    public static JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return JdbcIdempotencyStoreBuilder.of(dataSource, new MySqlProbe());
    }
}
