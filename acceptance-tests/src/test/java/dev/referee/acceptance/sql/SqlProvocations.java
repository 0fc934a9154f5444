package dev.referee.acceptance.sql;

import static dev.referee.acceptance.sql.Provoker.deadlock;
import static dev.referee.acceptance.sql.Provoker.disturb;
import static dev.referee.adapter.jdbc.dialect.Meaning.BUSY;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONNECTION_LOST;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONTENTION;
import static dev.referee.adapter.jdbc.dialect.Meaning.DUPLICATE;
import static dev.referee.adapter.jdbc.dialect.Meaning.REJECTED;
import static dev.referee.adapter.jdbc.dialect.Meaning.UNAVAILABLE;

import dev.referee.acceptance.engine.Provocation;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.steps.Await;
import dev.referee.adapter.h2.H2FailureTable;
import dev.referee.adapter.mysql.MySqlFailureTables;
import dev.referee.adapter.postgres.PostgresFailureTable;
import dev.referee.adapter.sqlite.SqliteFailureTable;
import dev.referee.application.port.Phase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The rows of the tables of failures that can be brought about on a server of one's own. */
final class SqlProvocations {

    private static final String LOCK_1 = "SELECT id FROM account WHERE id = 'p-1' FOR UPDATE";
    private static final String LOCK_2 = "SELECT id FROM account WHERE id = 'p-2' FOR UPDATE";
    private static final String LOCK_1_NO_WAIT = LOCK_1 + " NOWAIT";
    private static final String WRITE_1 = "UPDATE account SET cents = cents + 1 WHERE id = 'p-1'";
    private static final String WRITE_2 = "UPDATE account SET cents = cents + 1 WHERE id = 'p-2'";
    private static final String INSERT_1 = "INSERT INTO account VALUES ('p-1', 1, 1)";
    private static final String READ_1 = "SELECT cents FROM account WHERE id = 'p-1'";

    private SqlProvocations() {}

    static List<Provocation> of(TestDatabase database) {
        return switch (database.server()) {
            case POSTGRESQL_18, POSTGRESQL_14 -> postgres(new Provoker(database, PostgresFailureTable.table()));
            case SQLITE -> SqliteProvocations.of(new Provoker(database, SqliteFailureTable.table()));
            case H2 -> h2(new Provoker(database, H2FailureTable.table()));
            case MYSQL_9 -> mysql(new Provoker(database, MySqlFailureTables.mysql()));
            case MARIADB_11_4 -> mariadb(new Provoker(database, MySqlFailureTables.mariadb()));
            case IN_MEMORY -> throw new IllegalArgumentException("the in-memory engine is no database");
        };
    }

    private static List<Provocation> postgres(Provoker p) {
        onEveryEngine(p);
        network(p);
        p.add("statement_timeout on the lock, 57014", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET LOCAL statement_timeout = 100");
            other.run(LOCK_1);
        });
        p.add("lock_timeout on the lock, 55P03", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET LOCAL lock_timeout = 100");
            other.run(LOCK_1);
        });
        p.add("statement_timeout on a write, 57014", CONTENTION, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET LOCAL statement_timeout = 100");
            other.run(WRITE_1);
        });
        p.add("lock_timeout on a write, 55P03", CONTENTION, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET LOCAL lock_timeout = 100");
            other.run(WRITE_1);
        });
        p.add("pivot of serializable transactions, 40001 at COMMIT", Phase.COMMIT, CONTENTION, (one, other) -> {
            one.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
            other.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
            one.ask("SELECT sum(cents) FROM account");
            other.ask("SELECT sum(cents) FROM account");
            one.run(WRITE_1);
            other.run(WRITE_2);
            one.connection().commit();
            other.connection().commit();
        });
        p.add("a lock at REPEATABLE READ on a row that is newer, 40001", Phase.LOCK, CONTENTION, (one, other) -> {
            other.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            other.ask(READ_1);
            one.run(WRITE_1);
            one.connection().commit();
            other.run(LOCK_1);
        });
        p.add(
                "advisory deadlock, 40P01",
                CONTENTION,
                (one, other) ->
                        deadlock(one, other, "SELECT pg_advisory_xact_lock(1)", "SELECT pg_advisory_xact_lock(2)"));
        p.add("not null, 23502", REJECTED, (one, other) -> one.run("INSERT INTO account VALUES ('p-3', NULL, 1)"));
        p.add(
                "foreign key, 23503",
                REJECTED,
                (one, other) -> one.run("INSERT INTO referee_permit_reviewer VALUES (4711, 1)"));
        p.add("check, 23514", REJECTED, (one, other) -> {
            one.run("CREATE TEMPORARY TABLE c (n int CHECK (n > 0)) ON COMMIT DROP");
            one.run("INSERT INTO c VALUES (0)");
        });
        p.add("exclusion, 23P01", REJECTED, (one, other) -> {
            one.run("CREATE TEMPORARY TABLE x (r int4range, EXCLUDE USING gist (r WITH &&)) ON COMMIT DROP");
            one.run("INSERT INTO x VALUES ('[1,5)'), ('[2,3)')");
        });
        p.add("after a failure, 25P02", REJECTED, (one, other) -> {
            try {
                one.run("SELECT 1 / 0");
            } catch (SQLException swallowed) {
                one.run("SELECT 1");
            }
        });
        p.add("write in a read-only transaction, 25006", CONNECTION_LOST, (one, other) -> {
            one.run("SET TRANSACTION READ ONLY");
            one.run(WRITE_1);
        });
        p.add("ended by an administrator, 57P01", CONNECTION_LOST, (one, other) -> {
            long pid = one.ask("SELECT pg_backend_pid()");
            disturb(one, "SELECT pg_sleep(20)", () -> other.run("SELECT pg_terminate_backend(" + pid + ")"));
        });
        p.add("cancelled, 57014", CONTENTION, (one, other) -> {
            long pid = one.ask("SELECT pg_backend_pid()");
            disturb(one, "SELECT pg_sleep(20)", () -> other.run("SELECT pg_cancel_backend(" + pid + ")"));
        });
        p.add("idle in transaction for too long, 25P03", CONNECTION_LOST, (one, other) -> {
            long pid = one.ask("SELECT pg_backend_pid()");
            one.run("SET LOCAL idle_in_transaction_session_timeout = 50");
            awaitGone(other, "SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid);
            one.run("SELECT 1");
        });
        p.add("too many connections, 53300", Phase.BEGIN, UNAVAILABLE, (one, other) -> {
            one.run("DROP ROLE IF EXISTS referee_none");
            one.run("CREATE ROLE referee_none LOGIN PASSWORD 'none' CONNECTION LIMIT 0");
            one.connection().commit();
            Provoker.connect(p.database().url(), "referee_none", "none");
        });
        return p.all();
    }

    private static List<Provocation> h2(Provoker p) {
        onEveryEngine(p);
        p.add("the wait for a row ended, 50200", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run(LOCK_1 + " WAIT 0.1");
        });
        p.add("a write waited too long, 50200", CONTENTION, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET LOCK_TIMEOUT 100");
            other.run(WRITE_1);
        });
        p.add("cancelled, 57014", CONTENTION, (one, other) -> {
            long id = one.ask("SELECT SESSION_ID()");
            disturb(
                    one,
                    "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) A, SYSTEM_RANGE(1, 1000000) B",
                    () -> other.run("CALL CANCEL_SESSION(" + id + ")"));
        });
        p.add("ended by an administrator", CONNECTION_LOST, (one, other) -> {
            long id = one.ask("SELECT SESSION_ID()");
            other.run("CALL ABORT_SESSION(" + id + ")");
            one.run("SELECT 1");
        });
        p.add("shut down, 90121 or 90098", CONNECTION_LOST, (one, other) -> {
            try (TestDatabase own = TestServers.H2.createDatabase();
                    Connection first = own.connect();
                    Connection second = own.connect()) {
                second.createStatement().execute("SHUTDOWN IMMEDIATELY");
                first.createStatement().execute("SELECT 1");
            }
        });
        return p.all();
    }

    private static List<Provocation> mysql(Provoker p) {
        innoDb(p);
        p.add("MAX_EXECUTION_TIME on the lock, 3024", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run(LOCK_1.replace("SELECT", "SELECT /*+ MAX_EXECUTION_TIME(100) */"));
        });
        p.add("user locks in a circle, 3058", CONTENTION, (one, other) -> {
            try {
                deadlock(one, other, "SELECT GET_LOCK('p-a', 20)", "SELECT GET_LOCK('p-b', 20)");
            } finally {
                one.run("DO RELEASE_ALL_LOCKS()");
            }
        });
        p.add("idle for too long, 4031", CONNECTION_LOST, (one, other) -> {
            long id = one.ask("SELECT CONNECTION_ID()");
            one.run("SET SESSION wait_timeout = 1");
            awaitGone(other, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.PROCESSLIST WHERE ID = " + id);
            one.run("SELECT 1");
        });
        return p.all();
    }

    private static List<Provocation> mariadb(Provoker p) {
        innoDb(p);
        p.add("max_statement_time on the lock, 1969", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET STATEMENT max_statement_time = 0.1 FOR " + LOCK_1);
        });
        p.add("max_statement_time on a write, 1969", CONTENTION, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET STATEMENT max_statement_time = 0.1 FOR " + WRITE_1);
        });
        p.add("a lock at REPEATABLE READ on a row that is newer, 1020", Phase.LOCK, CONTENTION, (one, other) -> {
            other.run("SET SESSION innodb_snapshot_isolation = ON");
            other.connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            other.ask(READ_1);
            one.run(WRITE_1);
            one.connection().commit();
            other.run(LOCK_1);
        });
        return p.all();
    }

    private static void innoDb(Provoker p) {
        onEveryEngine(p);
        network(p);
        p.add("the wait for a row ended, 1205", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET SESSION innodb_lock_wait_timeout = 1");
            other.run(LOCK_1);
        });
        p.add("a write waited too long, 1205", CONTENTION, (one, other) -> {
            one.run(LOCK_1);
            other.run("SET SESSION innodb_lock_wait_timeout = 1");
            other.run(WRITE_1);
        });
        p.add("a query that was killed, 1317", CONTENTION, (one, other) -> {
            long id = other.ask("SELECT CONNECTION_ID()");
            one.run(LOCK_1);
            try (Provoker.Session third = new Provoker.Session(p.database().connect())) {
                disturb(other, LOCK_1, () -> third.run("KILL QUERY " + id));
            }
        });
        p.add("a session that was killed", CONNECTION_LOST, (one, other) -> {
            long id = one.ask("SELECT CONNECTION_ID()");
            other.run("KILL " + id);
            awaitGone(other, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.PROCESSLIST WHERE ID = " + id);
            one.run("SELECT 1");
        });
        p.add("write in a read-only transaction, 1792", REJECTED, (one, other) -> {
            // Not for the session: Connector/J would refuse the write itself, and tell neither code nor state of it.
            one.run("START TRANSACTION READ ONLY");
            one.run(WRITE_1);
        });
        p.add("write on a read-only server, 1290", CONNECTION_LOST, (one, other) -> {
            SqlTools tools = SqlTools.of(p.database().server());
            SqlPools.admitOrdinaryUser(p.database(), p.database().name());
            SqlPools.execute(p.database(), tools.readOnly());
            TestDatabase ordinary = new TestDatabase(
                    p.database().server(), p.database().name(), p.database().url(), SqlTools.USER, SqlTools.PASSWORD);
            try (Connection user = ordinary.connect()) {
                user.createStatement().execute(WRITE_1);
            } finally {
                SqlPools.execute(p.database(), tools.writable());
            }
        });
        p.add("SIGNAL, 1644", REJECTED, (one, other) -> {
            one.run("DROP PROCEDURE IF EXISTS p_signal");
            one.run("CREATE PROCEDURE p_signal() SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'");
            one.run("CALL p_signal()");
        });
        p.add("too many connections of a user, 1226", Phase.BEGIN, UNAVAILABLE, (one, other) -> {
            one.run("DROP USER IF EXISTS 'referee_one'@'%'");
            one.run("CREATE USER 'referee_one'@'%' IDENTIFIED BY 'one' WITH MAX_USER_CONNECTIONS 1");
            one.run("GRANT SELECT ON " + p.database().name() + ".* TO 'referee_one'@'%'");
            TestDatabase ofOne = new TestDatabase(
                    p.database().server(), p.database().name(), p.database().url(), "referee_one", "one");
            try (Connection first = ofOne.connect()) {
                first.createStatement().execute("SELECT 1");
                Provoker.connect(ofOne.url(), ofOne.user(), ofOne.password());
            }
        });
    }

    private static void onEveryEngine(Provoker p) {
        p.add("no wait", Phase.LOCK, BUSY, (one, other) -> {
            one.run(LOCK_1);
            other.run(LOCK_1_NO_WAIT);
        });
        p.add("deadlock of writes", CONTENTION, (one, other) -> deadlock(one, other, WRITE_1, WRITE_2));
        p.add("deadlock of locks", Phase.LOCK, CONTENTION, (one, other) -> deadlock(one, other, LOCK_1, LOCK_2));
        p.add("duplicate", DUPLICATE, (one, other) -> one.run(INSERT_1));
        p.add("closed before the call", CONNECTION_LOST, (one, other) -> {
            one.connection().commit();
            one.connection().close();
            one.run("SELECT 1");
        });
        if (!p.database().server().engine().toLowerCase(Locale.ROOT).startsWith("m")) {
            p.add("a write at REPEATABLE READ on a row that is newer", CONTENTION, (one, other) -> {
                other.connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                other.ask(READ_1);
                one.run(WRITE_1);
                one.connection().commit();
                other.run(WRITE_1);
            });
        }
    }

    private static void network(Provoker p) {
        p.add("the line was cut", CONNECTION_LOST, (one, other) -> {
            try (TcpProxy proxy = p.database().proxy();
                    Connection far = p.database().through(proxy).connect()) {
                proxy.killAll();
                far.createStatement().execute("SELECT 1");
            }
        });
        p.add("the reply was lost", CONNECTION_LOST, (one, other) -> {
            try (TcpProxy proxy = p.database().proxy();
                    Connection far = p.database().through(proxy).connect()) {
                proxy.cutReplyToNextRequest();
                far.createStatement().execute("SELECT 1");
            }
        });
        p.add("the peer was silent", CONNECTION_LOST, (one, other) -> {
            try (TcpProxy proxy = p.database().proxy();
                    Connection far = p.database().through(proxy).connect()) {
                far.setNetworkTimeout(Runnable::run, 200);
                proxy.silence();
                try {
                    far.createStatement().execute("SELECT 1");
                } finally {
                    proxy.restore();
                }
            }
        });
    }

    private static void awaitGone(Provoker.Session other, String count) throws SQLException {
        Await.until("the session has ended", () -> {
            try {
                other.connection().commit();
                return other.ask(count) == 0;
            } catch (SQLException e) {
                throw new IllegalStateException("the sessions could not be counted", e);
            }
        });
    }
}
