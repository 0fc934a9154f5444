package dev.referee.acceptance.sql;

import static dev.referee.acceptance.sql.Provoker.disturb;
import static dev.referee.adapter.jdbc.dialect.Meaning.BUSY;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONNECTION_LOST;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONTENTION;
import static dev.referee.adapter.jdbc.dialect.Meaning.DUPLICATE;
import static dev.referee.adapter.jdbc.dialect.Meaning.REJECTED;
import static dev.referee.adapter.jdbc.dialect.Meaning.UNAVAILABLE;

import dev.referee.acceptance.engine.Provocation;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.application.port.Phase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.sqlite.SQLiteConnection;

/** The rows of SQLite's table of failures that can be brought about. What spoils a file is done to one of its own. */
final class SqliteProvocations {

    private static final String WRITE_1 = "UPDATE account SET cents = cents + 1 WHERE id = 'p-1'";
    private static final String WRITE_2 = "UPDATE account SET cents = cents + 1 WHERE id = 'p-2'";
    private static final String READ_1 = "SELECT cents FROM account WHERE id = 'p-1'";
    private static final String NO_WAIT = "PRAGMA busy_timeout = 0";
    private static final String SCHEME = "jdbc:sqlite:";

    private static final String ENDLESS =
            "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

    private SqliteProvocations() {}

    static List<Provocation> of(Provoker p) {
        locks(p);
        constraints(p);
        files(p);
        return p.all();
    }

    private static void locks(Provoker p) {
        p.add("the wait for the writer ended, 5", Phase.LOCK, BUSY, (one, other) -> {
            one.run(WRITE_1);
            other.run("PRAGMA busy_timeout = 100");
            other.run(WRITE_2);
        });
        p.add("no wait, 5", Phase.LOCK, BUSY, (one, other) -> {
            one.run(WRITE_1);
            other.run(NO_WAIT);
            other.run(WRITE_2);
        });
        p.add("a write waited too long, 5", CONTENTION, (one, other) -> {
            one.run(WRITE_1);
            other.run("PRAGMA busy_timeout = 100");
            other.run(WRITE_2);
        });
        p.add("a write after a read that is out of date, 517", CONTENTION, SqliteProvocations::staleWrite);
        p.add("the same while the lock is asked for, 517", Phase.LOCK, CONTENTION, SqliteProvocations::staleWrite);
        p.add("a table that the connection itself reads, 6", CONTENTION, (one, other) -> {
            try (var statement = one.connection().createStatement();
                    var rows = statement.executeQuery("SELECT id FROM account")) {
                rows.next();
                one.run("DROP TABLE account");
            }
        });
        p.add(
                "a table that shares its cache, 262",
                CONTENTION,
                (one, other) -> onOwn(database -> {
                    String shared = SCHEME + "file:" + pathOf(database) + "?cache=shared";
                    try (Connection first = connect(shared, "CREATE TABLE t (n)");
                            Connection second = connect(shared)) {
                        first.setAutoCommit(false);
                        execute(first, "INSERT INTO t VALUES (1)");
                        execute(second, "SELECT n FROM t");
                    }
                }));
        p.add(
                "interrupted, 9",
                CONTENTION,
                (one, other) -> disturb(
                        one,
                        ENDLESS,
                        () -> one.connection()
                                .unwrap(SQLiteConnection.class)
                                .getDatabase()
                                .interrupt()));
    }

    private static void staleWrite(Provoker.Session one, Provoker.Session other) throws SQLException {
        other.ask(READ_1);
        one.run(WRITE_1);
        one.connection().commit();
        other.run(WRITE_2);
    }

    private static void constraints(Provoker p) {
        p.add(
                "duplicate of a primary key, 1555",
                DUPLICATE,
                (one, other) -> one.run("INSERT INTO account VALUES ('p-1', 1, 1)"));
        p.add("duplicate in a unique index, 2067", DUPLICATE, (one, other) -> {
            one.run("CREATE TEMPORARY TABLE u (n UNIQUE)");
            one.run("INSERT INTO u VALUES (1), (1)");
        });
        p.add(
                "duplicate of a rowid, 2579",
                DUPLICATE,
                (one, other) -> one.run(
                        "INSERT INTO account (rowid, id, revision, cents) SELECT rowid, 'p-3', 1, 1 FROM account"));
        p.add("not null, 1299", REJECTED, (one, other) -> one.run("INSERT INTO account VALUES ('p-3', NULL, 1)"));
        p.add("check, 275", REJECTED, (one, other) -> {
            one.run("CREATE TEMPORARY TABLE c (n CHECK (n > 0))");
            one.run("INSERT INTO c VALUES (0)");
        });
        p.add(
                "another type in a strict table, 3091",
                REJECTED,
                (one, other) -> one.run("INSERT INTO referee_counter VALUES ('any', 'text')"));
        p.add("foreign key, 787", REJECTED, (one, other) -> {
            checkKeys(one.connection());
            one.run("INSERT INTO referee_permit_reviewer VALUES (4711, 1)");
        });
        p.add("a foreign key that is looked at by COMMIT, 787", Phase.COMMIT, REJECTED, (one, other) -> {
            checkKeys(one.connection());
            one.run("PRAGMA defer_foreign_keys = ON");
            one.run("INSERT INTO referee_permit_reviewer VALUES (4711, 1)");
            one.connection().commit();
        });
    }

    private static void checkKeys(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        execute(connection, "PRAGMA foreign_keys = ON");
        connection.setAutoCommit(false);
    }

    private static void files(Provoker p) {
        p.add("write to a read-only file, 8", REJECTED, (one, other) -> {
            String readOnly = SCHEME + "file:" + pathOf(p.database()) + "?mode=ro";
            try (Connection connection = connect(readOnly)) {
                execute(connection, WRITE_1);
            }
        });
        p.add(
                "the file was moved, 1032",
                CONNECTION_LOST,
                (one, other) -> onOwn(database -> {
                    Path moved = Path.of(pathOf(database) + "-moved");
                    try (Connection connection = connect(database.url(), "CREATE TABLE t (n)")) {
                        Files.move(Path.of(pathOf(database)), moved);
                        execute(connection, "INSERT INTO t VALUES (1)");
                    } finally {
                        Files.deleteIfExists(moved);
                    }
                }));
        p.add("the disk is full, 13", REJECTED, (one, other) -> {
            one.run("PRAGMA max_page_count = 1");
            one.run("CREATE TABLE too_much AS SELECT zeroblob(1000000) AS b");
        });
        p.add(
                "a damaged file, 11",
                REJECTED,
                (one, other) -> onOwn(database -> {
                    connect(database.url(), "CREATE TABLE t AS SELECT 1 AS n").close();
                    try (RandomAccessFile file = new RandomAccessFile(pathOf(database), "rw")) {
                        file.seek(4_096);
                        file.write("no page of a table".getBytes(StandardCharsets.US_ASCII));
                    }
                    connect(database.url(), "SELECT n FROM t").close();
                }));
        p.add(
                "no database, 26",
                REJECTED,
                (one, other) -> onOwn(database -> {
                    Files.writeString(Path.of(pathOf(database)), "a file that holds something else. ".repeat(100));
                    connect(database.url(), "SELECT * FROM sqlite_schema").close();
                }));
        p.add(
                "the file cannot be opened, 14",
                Phase.BEGIN,
                UNAVAILABLE,
                (one, other) -> onOwn(
                        database -> connect(SCHEME + "file:" + pathOf(database) + "/of/a/folder/that/is/not/there")
                                .close()));
        p.add(
                "input or output failed at COMMIT, 5898",
                Phase.COMMIT,
                CONNECTION_LOST,
                (one, other) -> onOwn(database -> {
                    try (Connection connection = connect(database.url(), "CREATE TABLE t (n)")) {
                        connection.setAutoCommit(false);
                        execute(connection, "INSERT INTO t VALUES (1)");
                        Files.delete(Path.of(pathOf(database) + "-journal"));
                        connection.commit();
                    }
                }));
    }

    private static String pathOf(TestDatabase database) {
        return database.url().substring(SCHEME.length());
    }

    /** Opens a connection and runs statements, closing it again if one fails. */
    private static Connection connect(String url, String... statements) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try {
            for (String sql : statements) {
                execute(connection, sql);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void onOwn(Spoiling work) throws SQLException {
        try (TestDatabase own = TestServers.SQLITE.createDatabase()) {
            work.run(own);
        } catch (IOException e) {
            throw new UncheckedIOException("the file could not be spoiled", e);
        }
    }

    private interface Spoiling {
        void run(TestDatabase database) throws SQLException, IOException;
    }
}
