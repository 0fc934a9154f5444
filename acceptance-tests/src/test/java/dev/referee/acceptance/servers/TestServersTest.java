package dev.referee.acceptance.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class TestServersTest {

    @BeforeAll
    static void start() {
        TestServers.startAll();
    }

    @Test
    void engines_have_the_names_that_reports_use() {
        assertEquals(
                List.of("in-memory", "h2", "sqlite", "postgresql-18", "postgresql-14", "mariadb-11.4", "mysql-9"),
                Stream.of(TestServers.values()).map(TestServers::engine).toList());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "IN_MEMORY")
    void every_database_is_fresh_and_goes_when_it_is_closed(TestServers server) throws SQLException {
        long began = System.nanoTime();
        TestDatabase first = server.createDatabase();
        long created = System.nanoTime();
        try (TestDatabase second = server.createDatabase()) {
            assertNotEquals(first.name(), second.name());
            for (TestDatabase database : List.of(first, second)) {
                try (Connection connection = database.connect();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE only_here (id INT PRIMARY KEY)");
                }
            }
        }
        first.close();
        first.close();
        System.out.printf("%s: a database in %.1f ms%n", server.engine(), (created - began) / 1e6);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "IN_MEMORY")
    void a_server_is_of_the_version_that_its_name_says(TestServers server) {
        try (TestDatabase database = server.createDatabase()) {
            String version = server.state() instanceof ServerState.Running running ? running.version() : "";
            String wanted = server == TestServers.H2 || server == TestServers.SQLITE
                    ? ""
                    : server.engine().replaceAll("^[a-z]+-", "");
            assertTrue(version.startsWith(wanted), database.server() + " is " + version);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"IN_MEMORY", "H2", "SQLITE"})
    void servers_take_three_hundred_connections(TestServers server) throws SQLException {
        String query = server.engine().startsWith("postgresql") ? "SHOW max_connections" : "SELECT @@max_connections";
        try (TestDatabase database = server.createDatabase()) {
            assertTrue(Integer.parseInt(ask(database, query)) >= 300);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB_11_4", "MYSQL_9"})
    void the_session_is_not_in_utc(TestServers server) throws SQLException {
        try (TestDatabase database = server.createDatabase()) {
            assertEquals("+05:45", ask(database, "SELECT @@time_zone"));
        }
    }

    @Test
    void a_file_of_h2_survives_its_connections(@TempDir Path folder) throws SQLException {
        try (TestDatabase database = TestServers.createH2InFile(folder)) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE kept (id INT PRIMARY KEY)");
            }
            assertEquals("0", ask(database, "SELECT count(*) FROM kept"));
        }
    }

    @Test
    void a_server_that_cannot_be_had_fails_only_where_all_are_required() {
        ServerState missing = new ServerState.Unavailable("There is none.");
        assertSame(missing, TestServers.MYSQL_9.checked(missing, false));
        AssertionError failure = assertThrows(AssertionError.class, () -> TestServers.MYSQL_9.checked(missing, true));
        assertEquals("mysql-9 is required but cannot be had: There is none.", failure.getMessage());
    }

    @Test
    void in_memory_has_neither_server_nor_databases() {
        assertInstanceOf(ServerState.InProcess.class, TestServers.IN_MEMORY.state());
        assertThrows(IllegalStateException.class, TestServers.IN_MEMORY::createDatabase);
    }

    @Test
    void urls_are_taken_apart_and_put_together() {
        JdbcUrl url = JdbcUrl.parse("jdbc:mysql://db.example/app?sslMode=REQUIRED");
        assertEquals(new JdbcUrl("jdbc:mysql://", "db.example", 3306, "app", "?sslMode=REQUIRED"), url);
        assertEquals(
                "jdbc:mysql://127.0.0.1:4000/other?sslMode=REQUIRED",
                url.at("127.0.0.1", 4000).withDatabase("other").toString());
        assertEquals(
                "jdbc:postgresql://[::1]:5432/",
                JdbcUrl.parse("jdbc:postgresql://[::1]/").toString());
        for (String bad : List.of("", "jdbc:h2:mem:x", "jdbc:mysql://a,b/c", "mysql://a/b")) {
            assertThrows(IllegalArgumentException.class, () -> JdbcUrl.parse(bad), bad);
        }
        assertFalse(url.toString().isEmpty());
    }

    private static String ask(TestDatabase database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertTrue(result.next());
            return result.getString(1);
        }
    }
}
