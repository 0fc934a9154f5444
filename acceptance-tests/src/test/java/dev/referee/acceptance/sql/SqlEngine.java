package dev.referee.acceptance.sql;

import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import dev.referee.adapter.mysql.MySqlAdapter;
import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.adapter.sqlite.SqliteAdapter;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * What differs between the databases, as statements of their administrators.
 *
 * @param server where the database is had
 * @param adapter the adapter under test
 * @param idempotency its store of claims
 * @param accountIdType the type of a column that compares text byte for byte
 * @param blockedSessions counts the sessions on this database that wait for a lock
 * @param ownSession what a program that waits for long sets up first
 * @param preferToSurvive what makes a session the last to be chosen as a deadlock's victim
 * @param endOtherSessions ends what earlier tests have left; empty where there is no way
 * @param sessionSettings gives one row of all that a pooled connection could have been left with
 */
record SqlEngine(
        TestServers server,
        Function<DataSource, JdbcAdapterBuilder> adapter,
        Function<DataSource, JdbcIdempotencyStoreBuilder> idempotency,
        String accountIdType,
        String blockedSessions,
        List<String> ownSession,
        List<String> preferToSurvive,
        List<String> endOtherSessions,
        String sessionSettings) {

    static final SqlEngine H2 = new SqlEngine(
            TestServers.H2,
            H2Adapter::on,
            H2Adapter::idempotencyStore,
            "CHARACTER VARYING(128)",
            // Who waits for a key that somebody is inserting is not shown as blocked: it runs, and its INSERT does not
            // end.
            """
            SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS
            WHERE BLOCKER_ID IS NOT NULL OR (SESSION_ID <> SESSION_ID() AND EXECUTING_STATEMENT LIKE 'INSERT%')""",
            List.of("SET LOCK_TIMEOUT 60000"),
            List.of(),
            List.of(),
            "SELECT LOCK_TIMEOUT(), ISOLATION_LEVEL FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = SESSION_ID()");

    static final SqlEngine SQLITE = new SqlEngine(
            TestServers.SQLITE,
            SqliteAdapter::on,
            SqliteAdapter::idempotencyStore,
            "TEXT",
            // Nobody but this process knows: see SqliteSessions.
            "",
            List.of("PRAGMA busy_timeout = 60000"),
            List.of(),
            List.of(),
            """
            SELECT b.timeout, f.foreign_keys, s.synchronous, j.journal_mode, q.query_only, r.read_uncommitted
            FROM pragma_busy_timeout b, pragma_foreign_keys f, pragma_synchronous s, pragma_journal_mode j,
            pragma_query_only q, pragma_read_uncommitted r""");

    static final SqlEngine POSTGRESQL_18 = postgres(TestServers.POSTGRESQL_18);
    static final SqlEngine POSTGRESQL_14 = postgres(TestServers.POSTGRESQL_14);

    // Not INNODB_TRX on either of the two: whoever reads it more often than every 100 ms is shown the same again.
    static final SqlEngine MARIADB_11_4 = innoDb(TestServers.MARIADB_11_4, """
            SELECT VARIABLE_VALUE + (SELECT COUNT(*) FROM information_schema.PROCESSLIST
                                      WHERE STATE = 'User lock' AND DB = DATABASE())
              FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'INNODB_ROW_LOCK_CURRENT_WAITS'""");

    static final SqlEngine MYSQL_9 = innoDb(TestServers.MYSQL_9, """
            SELECT COUNT(*) FROM performance_schema.threads
             WHERE PROCESSLIST_DB = DATABASE()
               AND (THREAD_ID IN (SELECT REQUESTING_THREAD_ID FROM performance_schema.data_lock_waits)
                    OR THREAD_ID IN (SELECT OWNER_THREAD_ID FROM performance_schema.metadata_locks
                                      WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND LOCK_STATUS = 'PENDING'))""");

    /** All of them. */
    static final List<SqlEngine> ALL = List.of(H2, SQLITE, POSTGRESQL_18, POSTGRESQL_14, MARIADB_11_4, MYSQL_9);

    /** InnoDB chooses as victim who has changed the fewest rows: a session with many of its own is spared. */
    private static SqlEngine innoDb(TestServers server, String blockedSessions) {
        return new SqlEngine(
                server,
                MySqlAdapter::on,
                MySqlAdapter::idempotencyStore,
                "VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin",
                blockedSessions,
                List.of(),
                List.of("""
                INSERT INTO account (id, revision, cents)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                SELECT CONCAT(CONNECTION_ID(), '-ballast-', i), 1, 0 FROM n"""),
                List.of(),
                """
                SELECT @@autocommit, @@transaction_isolation, @@innodb_lock_wait_timeout, @@lock_wait_timeout,
                @@sql_mode, @@time_zone, @@transaction_read_only""");
    }

    private static SqlEngine postgres(TestServers server) {
        return new SqlEngine(
                server,
                PostgresAdapter::on,
                PostgresAdapter::idempotencyStore,
                "varchar(128) COLLATE \"C\"",
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'""",
                List.of(),
                List.of("SET deadlock_timeout = '60s'"),
                List.of("""
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()"""),
                """
                SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings
                WHERE source = 'session' OR name IN ('lock_timeout', 'statement_timeout', 'transaction_isolation')""");
    }
}
