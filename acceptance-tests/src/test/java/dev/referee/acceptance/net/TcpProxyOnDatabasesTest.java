package dev.referee.acceptance.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class TcpProxyOnDatabasesTest {

    @BeforeAll
    static void start() {
        TestServers.startAll();
    }

    static Stream<TestServers> servers() {
        return Stream.of(
                TestServers.POSTGRESQL_18, TestServers.POSTGRESQL_14, TestServers.MARIADB_11_4, TestServers.MYSQL_9);
    }

    static Stream<Arguments> serversAndEndings() {
        return servers().flatMap(server -> Stream.of(Ending.values()).map(ending -> Arguments.of(server, ending)));
    }

    @ParameterizedTest
    @MethodSource("serversAndEndings")
    void a_commit_whose_reply_is_cut_is_committed_and_the_client_sees_a_lost_connection(
            TestServers server, Ending ending) throws SQLException {
        try (Bench bench = new Bench(server, ending)) {
            bench.update();
            bench.proxy.cutReplyToNextRequest();
            assertConnectionError(assertThrows(SQLException.class, bench.relayed::commit));
            assertFalse(bench.relayed.isValid(1));
            assertEquals(2, bench.storedValue());
        }
    }

    @ParameterizedTest
    @MethodSource("serversAndEndings")
    void a_commit_that_is_cut_is_rolled_back_and_the_client_sees_the_same(TestServers server, Ending ending)
            throws SQLException {
        try (Bench bench = new Bench(server, ending)) {
            bench.update();
            bench.proxy.cutNextRequest();
            assertConnectionError(assertThrows(SQLException.class, bench.relayed::commit));
            assertFalse(bench.relayed.isValid(1));
            bench.direct.setAutoCommit(false);
            assertEquals(1, bench.lockedValue(), "the server gave the row's lock back, the update undone");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_commit_is_found_by_its_text(TestServers server) throws SQLException {
        try (Bench bench = new Bench(server, Ending.RESET)) {
            bench.proxy.cutReplyToNextRequestWith("commit");
            bench.update();
            assertThrows(SQLException.class, bench.relayed::commit);
            assertEquals(2, bench.storedValue());
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_large_statement_is_carried_out_though_its_reply_is_cut(TestServers server) throws SQLException {
        try (Bench bench = new Bench(server, Ending.RESET)) {
            bench.relayed.setAutoCommit(true);
            bench.proxy.cutReplyToNextRequest();
            String comment = "/* " + "x".repeat(500_000) + " */";
            try (Statement statement = bench.relayed.createStatement()) {
                assertThrows(
                        SQLException.class,
                        () -> statement.executeUpdate("UPDATE counter SET n = 2 WHERE id = 1 " + comment));
            }
            assertEquals(2, bench.storedValue());
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void round_trips_are_those_of_the_driver(TestServers server) throws SQLException {
        try (Bench bench = new Bench(server, Ending.RESET, TcpProxy.COUNTING_DELAY)) {
            bench.relayed.setAutoCommit(true);
            bench.query("SELECT 1");
            long autoCommitted = bench.trips(() -> bench.query("SELECT 1"));
            long off = bench.trips(() -> bench.relayed.setAutoCommit(false));
            long select = bench.trips(() -> bench.query("SELECT n FROM counter WHERE id = 1 FOR UPDATE"));
            long update = bench.trips(bench::update);
            long commit = bench.trips(() -> bench.relayed.commit());
            long on = bench.trips(() -> bench.relayed.setAutoCommit(true));
            System.out.printf(
                    "%s: select in auto-commit %d; auto-commit off %d, select for update %d, update %d, commit %d,"
                            + " auto-commit on %d%n",
                    server.engine(), autoCommitted, off, select, update, commit, on);
            long setting = server.engine().startsWith("postgresql") ? 0 : 1;
            assertEquals(1, autoCommitted);
            assertEquals(setting, off);
            assertEquals(1, select, "PostgreSQL's BEGIN travels with the first statement");
            assertEquals(1, update);
            assertEquals(1, commit);
            assertEquals(setting, on);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_delay_is_paid_once_per_round_trip(TestServers server) throws SQLException {
        try (Bench bench = new Bench(server, Ending.RESET)) {
            bench.proxy.delay(Duration.ofMillis(5));
            try (Connection slow = bench.database.through(bench.proxy).connect();
                    Statement statement = slow.createStatement()) {
                Traffic before = bench.proxy.traffic();
                long began = System.nanoTime();
                for (int i = 0; i < 20; i++) {
                    statement.execute("SELECT 1");
                }
                long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
                assertEquals(20, bench.proxy.traffic().since(before).roundTrips());
                assertTrue(millis >= 200, "20 round trips of 10 ms took " + millis + " ms");
            }
        }
    }

    private static void assertConnectionError(SQLException e) {
        assertTrue(e.getSQLState() != null && e.getSQLState().startsWith("08"), () -> e + ", state " + e.getSQLState());
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** One row of value 1, seen by a connection through a relay, in a transaction, and by one beside it. */
    private static final class Bench implements AutoCloseable {

        final TestDatabase database;
        final TcpProxy proxy;
        final Connection relayed;
        final Connection direct;

        Bench(TestServers server, Ending ending) throws SQLException {
            this(server, ending, Duration.ZERO);
        }

        Bench(TestServers server, Ending ending, Duration delay) throws SQLException {
            database = server.createDatabase();
            proxy = database.proxy().endWith(ending).delay(delay);
            direct = database.connect();
            try (Statement statement = direct.createStatement()) {
                statement.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT NOT NULL)");
                statement.execute("INSERT INTO counter VALUES (1, 1)");
            }
            relayed = database.through(proxy).connect();
            relayed.setAutoCommit(false);
        }

        void update() throws SQLException {
            try (Statement statement = relayed.createStatement()) {
                statement.executeUpdate("UPDATE counter SET n = 2 WHERE id = 1");
            }
        }

        void query(String sql) throws SQLException {
            valueOf(relayed, sql);
        }

        long trips(Step step) throws SQLException {
            Traffic before = proxy.traffic();
            step.run();
            return proxy.traffic().since(before).roundTrips();
        }

        int storedValue() throws SQLException {
            return valueOf(direct, "SELECT n FROM counter WHERE id = 1");
        }

        int lockedValue() throws SQLException {
            return valueOf(direct, "SELECT n FROM counter WHERE id = 1 FOR UPDATE");
        }

        private static int valueOf(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                assertTrue(result.next());
                return result.getInt(1);
            }
        }

        @Override
        public void close() throws SQLException {
            relayed.close();
            direct.close();
            proxy.close();
            database.close();
        }
    }
}
