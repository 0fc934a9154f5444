package dev.referee.acceptance.sql;

import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.postgres.PostgresAdapter;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * What differs between the databases, as statements of their administrators.
 *
 * @param server where the database is had
 * @param adapter the adapter under test
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
        String accountIdType,
        String blockedSessions,
        List<String> ownSession,
        List<String> preferToSurvive,
        List<String> endOtherSessions,
        String sessionSettings) {

    static final SqlEngine H2 = new SqlEngine(
            TestServers.H2,
            H2Adapter::on,
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

    static final SqlEngine POSTGRESQL_18 = postgres(TestServers.POSTGRESQL_18);
    static final SqlEngine POSTGRESQL_14 = postgres(TestServers.POSTGRESQL_14);

    private static SqlEngine postgres(TestServers server) {
        return new SqlEngine(
                server,
                PostgresAdapter::on,
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
