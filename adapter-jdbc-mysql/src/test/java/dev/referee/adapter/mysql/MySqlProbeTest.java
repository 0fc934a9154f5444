package dev.referee.adapter.mysql;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.port.Feature;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlProbeTest {

    private static final String MYSQL_DRIVER = "MySQL Connector/J";
    private static final String MARIADB_DRIVER = "MariaDB Connector/J";

    private final Map<String, String> variables = new HashMap<>(Map.of(
            "version", "9.7.4-2",
            "version_comment", "(Debian)",
            "character_set_client", "utf8mb4",
            "character_set_results", "",
            "log_bin", "ON",
            "binlog_format", "ROW",
            "innodb_deadlock_detect", "ON"));

    private String driver = MYSQL_DRIVER;

    @ParameterizedTest
    @CsvSource({"8.0.1, 8.0.1", "8.0.36-28, 8.0.36-28", "8.4.0-commercial, 8.4.0-commercial", "9.7.4-2, 9.7.4-2"})
    void mysql_is_told_by_its_own_version(String version, String told) {
        variables.put("version", version);

        Dialect dialect = choose();

        assertInstanceOf(MySqlDialect.class, dialect);
        assertEquals("MySQL", dialect.capabilities().engine());
        assertEquals(told, dialect.capabilities().version());
        assertTrue(dialect.capabilities().childInsertWaits());
    }

    @ParameterizedTest
    @CsvSource({
        "10.6.0-MariaDB, MariaDB Server, tx_isolation",
        "10.11.6-MariaDB-0+deb12u1-log, Debian 12, tx_isolation",
        "11.1.1-MariaDB, MariaDB Server, transaction_isolation",
        "11.4.5, mariadb.org binary distribution, transaction_isolation"
    })
    void mariadb_is_told_by_version_or_comment_and_asked_for_its_own_isolation_variable(
            String version, String comment, String isolation) {
        mariadb(version);
        variables.put("version_comment", comment);

        Dialect dialect = choose();

        assertEquals("MariaDB", dialect.capabilities().engine());
        assertEquals(
                isolation,
                assertInstanceOf(InnoDbSettings.class, dialect.settings()).isolation());
    }

    @ParameterizedTest
    @CsvSource({"5.7.44", "8.0.0-dmr"})
    void a_mysql_that_is_too_old_is_refused(String version) {
        variables.put("version", version);

        assertEquals("This adapter needs MySQL 8.0.1 or later, but the server is MySQL " + version + ".", refusal());
    }

    @Test
    void a_mariadb_that_is_too_old_is_refused() {
        mariadb("10.5.27-MariaDB");

        assertEquals(
                "This adapter needs MariaDB 10.6.0 or later, but the server is MariaDB 10.5.27-MariaDB.", refusal());
    }

    @Test
    void mariadb_behind_the_driver_of_mysql_is_refused() {
        mariadb("11.4.5-MariaDB");
        driver = MYSQL_DRIVER;

        assertEquals(
                "The server is MariaDB, which this adapter speaks to with MariaDB Connector/J"
                        + " (org.mariadb.jdbc:mariadb-java-client, jdbc:mariadb://...), but the driver is MySQL Connector/J.",
                refusal());
    }

    @Test
    void mysql_behind_the_driver_of_mariadb_is_refused() {
        driver = MARIADB_DRIVER;

        assertEquals(
                "The server is MySQL, which this adapter speaks to with MySQL Connector/J"
                        + " (com.mysql:mysql-connector-j, jdbc:mysql://...), but the driver is MariaDB Connector/J.",
                refusal());
    }

    @Test
    void another_product_on_the_same_protocol_is_refused() {
        variables.put("version", "8.0.11-TiDB-v7.5.0");

        assertEquals(
                "This adapter is for MySQL and MariaDB, but the server is TiDB (8.0.11-TiDB-v7.5.0), whose locks were not"
                        + " tested.",
                refusal());
    }

    @Test
    void another_database_is_sent_to_its_own_adapter() {
        Server postgres = new Server("PostgreSQL", "18.1", 18, 1, "PostgreSQL JDBC Driver");

        UnsupportedServer refused = assertThrows(UnsupportedServer.class, () -> MySqlProbe.requireFamily(postgres));

        assertTrue(refused.toString().contains("PostgresAdapter"), refused.toString());
    }

    @ParameterizedTest
    @CsvSource({"character_set_client, latin1", "character_set_client, utf8mb3", "character_set_results, latin1"})
    void a_connection_that_would_lose_characters_is_refused(String variable, String value) {
        variables.put(variable, value);

        assertTrue(refusal().startsWith("Text needs a connection in utf8mb4"));
    }

    @Test
    void a_binary_log_of_statements_is_refused_because_it_refuses_read_committed() {
        variables.put("binlog_format", "STATEMENT");

        assertTrue(refusal().contains("binlog_format"));

        variables.put("log_bin", "OFF");
        assertInstanceOf(MySqlDialect.class, choose());
    }

    @Test
    void a_server_that_does_not_look_for_deadlocks_is_stated() {
        variables.put("innodb_deadlock_detect", "OFF");

        assertTrue(choose().capabilities().whyNot(Feature.DEADLOCK_DETECTION).isPresent());
    }

    @Test
    void serialization_failures_are_there_where_snapshots_are_checked() {
        assertTrue(
                choose().capabilities().whyNot(Feature.SERIALIZATION_FAILURES).isPresent());

        mariadb("11.4.5-MariaDB");
        variables.put("innodb_snapshot_isolation", "OFF");
        assertEquals(Map.of(), choose().capabilities().missing());
    }

    private void mariadb(String version) {
        variables.put("version", version);
        variables.put("version_comment", "MariaDB Server");
        driver = MARIADB_DRIVER;
    }

    private Dialect choose() {
        return MySqlProbe.choose(new Settings(variables), new Server("MySQL", "1.0", 1, 0, driver));
    }

    private String refusal() {
        return requireNonNull(
                assertThrows(UnsupportedServer.class, this::choose).getMessage());
    }
}
