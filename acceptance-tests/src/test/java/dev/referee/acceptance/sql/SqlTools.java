package dev.referee.acceptance.sql;

import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What an administrator does to a database, and what goes wrong on it: what {@link SqlEngine} has no need of.
 *
 * @param idleSessions lists statements that end the sessions of this database that execute nothing now
 * @param readOnly lets the server refuse the writes of ordinary users
 * @param writable takes that back
 * @param ordinaryUser creates the user {@value #USER}, if need be, and lets it read and write the rows of schema {@code %s}
 * @param failingQuery a query whose last row cannot be computed
 * @param fetchSize makes the driver fetch row by row
 * @param objects lists the tables, indexes, constraints and sequences of this database as {@code schema.name}
 * @param countChangedRows an option of the driver's URL; empty if it has none
 */
record SqlTools(
        String idleSessions,
        List<String> readOnly,
        List<String> writable,
        List<String> ordinaryUser,
        String failingQuery,
        int fetchSize,
        String objects,
        String countChangedRows) {

    static final String USER = "referee_ordinary";
    static final String PASSWORD = "ordinary";

    private static final SqlTools POSTGRES = new SqlTools(
            """
            SELECT 'SELECT pg_terminate_backend(' || pid || ', 5000)' FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle%'""",
            List.of("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"),
            List.of("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"),
            List.of(
                    """
                    DO $$ BEGIN
                      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'referee_ordinary') THEN
                        CREATE ROLE referee_ordinary LOGIN PASSWORD 'ordinary';
                      END IF;
                    END $$""",
                    "GRANT USAGE ON SCHEMA %s TO referee_ordinary",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO referee_ordinary"),
            "SELECT 1 / (3 - n) FROM generate_series(1, 3) AS n",
            1,
            """
            SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
            UNION
            SELECT n.nspname || '.' || c.conname FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
             WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'""",
            "");

    private static final SqlTools H2 = new SqlTools(
            """
            SELECT 'SELECT ABORT_SESSION(' || SESSION_ID || ')' FROM INFORMATION_SCHEMA.SESSIONS
             WHERE SESSION_ID <> SESSION_ID() AND EXECUTING_STATEMENT IS NULL""",
            List.of(),
            List.of(),
            List.of(
                    "CREATE USER IF NOT EXISTS referee_ordinary PASSWORD 'ordinary'",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON SCHEMA %s TO referee_ordinary"),
            "SELECT 1 / (3 - X) FROM SYSTEM_RANGE(1, 3)",
            1,
            """
            SELECT TABLE_SCHEMA || '.' || TABLE_NAME FROM INFORMATION_SCHEMA.TABLES
             WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA'
            UNION SELECT INDEX_SCHEMA || '.' || INDEX_NAME FROM INFORMATION_SCHEMA.INDEXES
             WHERE INDEX_SCHEMA <> 'INFORMATION_SCHEMA' AND NOT IS_GENERATED
            UNION SELECT CONSTRAINT_SCHEMA || '.' || CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS
            UNION SELECT SEQUENCE_SCHEMA || '.' || SEQUENCE_NAME FROM INFORMATION_SCHEMA.SEQUENCES""",
            "");

    /** It has neither users nor rights, and no way to make a file read-only for others. */
    private static final SqlTools SQLITE = new SqlTools(
            "",
            List.of(),
            List.of(),
            List.of(),
            // The smallest number has no absolute value.
            "SELECT abs(column1) FROM (VALUES (1), (2), (-9223372036854775807 - 1))",
            1,
            "SELECT 'main.' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
            "");

    private static SqlTools innoDb(int fetchSize) {
        String ours =
                " IN (SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = DATABASE() OR SCHEMA_NAME LIKE 'tenant\\_%')";
        return new SqlTools(
                """
                SELECT CONCAT('KILL ', ID) FROM INFORMATION_SCHEMA.PROCESSLIST
                 WHERE DB = DATABASE() AND ID <> CONNECTION_ID() AND COMMAND = 'Sleep'""",
                List.of("SET GLOBAL read_only = ON"),
                List.of("SET GLOBAL read_only = OFF"),
                List.of(
                        "CREATE USER IF NOT EXISTS 'referee_ordinary'@'%%' IDENTIFIED BY 'ordinary'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON %s.* TO 'referee_ordinary'@'%%'"),
                "SELECT (SELECT 1 UNION SELECT n) FROM (SELECT 1 AS n UNION ALL SELECT 2) AS two",
                fetchSize,
                "SELECT CONCAT(TABLE_SCHEMA, '.', TABLE_NAME) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA" + ours
                        + " UNION SELECT CONCAT(INDEX_SCHEMA, '.', INDEX_NAME) FROM INFORMATION_SCHEMA.STATISTICS"
                        + " WHERE INDEX_NAME <> 'PRIMARY' AND INDEX_SCHEMA" + ours
                        + " UNION SELECT CONCAT(CONSTRAINT_SCHEMA, '.', CONSTRAINT_NAME)"
                        + " FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE CONSTRAINT_NAME <> 'PRIMARY'"
                        + " AND CONSTRAINT_SCHEMA" + ours,
                "useAffectedRows=true");
    }

    static SqlTools of(TestServers server) {
        return switch (server) {
            case H2 -> H2;
            case SQLITE -> SQLITE;
            case POSTGRESQL_18, POSTGRESQL_14 -> POSTGRES;
            case MYSQL_9 -> innoDb(Integer.MIN_VALUE);
            case MARIADB_11_4 -> innoDb(1);
            case IN_MEMORY -> throw new IllegalArgumentException("the in-memory engine is no database");
        };
    }

    /** An instant as the library's tables hold it. */
    String now() {
        return countChangedRows.isEmpty() && hasServer() ? "CURRENT_TIMESTAMP" : "0";
    }

    /** Locks an account's row; on SQLite, which locks none, what a writer locks. */
    String lockAccount() {
        return hasServer()
                ? "SELECT id FROM account WHERE id = ? FOR UPDATE"
                : "UPDATE account SET cents = cents WHERE id = ?";
    }

    /** Whether there is somebody who knows the sessions of others; SQLite has nobody. */
    private boolean hasServer() {
        return !idleSessions.isEmpty();
    }

    /** An instant that is past, as the library's tables hold it. */
    String past() {
        return countChangedRows.isEmpty() && hasServer() ? "TIMESTAMP WITH TIME ZONE '2001-01-01 00:00:00+00:00'" : "0";
    }

    /** A column's instant, as the library's tables hold it, but so much earlier; later if that is negative. */
    String earlier(String column, Duration by) {
        long micros = TimeUnit.MICROSECONDS.convert(by);
        if (equals(POSTGRES)) {
            return column + " - " + micros + " * interval '1 microsecond'";
        }
        return equals(H2)
                ? "DATEADD('MICROSECOND', -(" + micros + "), " + column + ")"
                : column + " - (" + micros + ")";
    }

    /** The schema that a connection of the database is in. */
    String schemaOf(TestDatabase database) {
        return countChangedRows.isEmpty() ? "public" : database.name();
    }
}
