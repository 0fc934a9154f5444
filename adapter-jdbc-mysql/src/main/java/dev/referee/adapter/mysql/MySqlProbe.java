package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.Feature;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tells MySQL from MariaDB by asking the server, and refuses what the rules were not proved on. */
final class MySqlProbe implements Probe {

    /** The first with NOWAIT, SKIP LOCKED and a usable data dictionary. */
    private static final Version OLDEST_MYSQL = new Version(8, 0, 1);

    /** The first with SKIP LOCKED. */
    private static final Version OLDEST_MARIADB = new Version(10, 6, 0);

    private static final String MYSQL_DRIVER = "MySQL Connector/J";
    static final String MARIADB_DRIVER = "MariaDB Connector/J";

    /** They speak the protocol and claim a version of MySQL, but their locks are of another kind. */
    private static final List<String> OTHERS = List.of("TiDB", "OceanBase", "Vitess");

    @Override
    public Dialect choose(Connection connection, Server server) throws SQLException {
        requireFamily(server);
        requireCatalogs(connection);
        Escapes.requireFaithful(connection);
        return choose(Settings.of(connection), server);
    }

    /** Connector/J calls every server MySQL; which of the two it is only the server itself says. */
    static void requireFamily(Server server) {
        if (!server.product().equals("MariaDB")) {
            server.mustBe("MySQL");
        }
    }

    /** Flyway looks for the databases of these servers among the catalogs only. MariaDB's driver shows the other term by a schema alone. */
    private static void requireCatalogs(Connection connection) throws SQLException {
        if (connection.getMetaData().supportsSchemasInTableDefinitions() || connection.getSchema() != null) {
            throw new UnsupportedServer(
                    "The driver is set to call databases schemas, which the migrations cannot work with:"
                            + " leave databaseTerm and useCatalogTerm out of the JDBC URL.");
        }
    }

    static Dialect choose(Settings settings, Server server) {
        String name = settings.get("version");
        String build = name + " " + settings.get("version_comment");
        OTHERS.stream().filter(other -> contains(build, other)).findFirst().ifPresent(other -> {
            throw new UnsupportedServer("This adapter is for MySQL and MariaDB, but the server is " + other + " ("
                    + name + "), whose locks were not tested.");
        });
        Version version = Version.parse(name)
                .orElseThrow(() -> new UnsupportedServer("The server's version '" + name + "' cannot be read."));
        boolean mariadb = contains(build, "MariaDB");
        if (mariadb) {
            require(version, OLDEST_MARIADB, "MariaDB", name);
            requireDriver(
                    server, MARIADB_DRIVER, "MariaDB", "org.mariadb.jdbc:mariadb-java-client, jdbc:mariadb://...");
        } else {
            require(version, OLDEST_MYSQL, "MySQL", name);
            requireDriver(server, MYSQL_DRIVER, "MySQL", "com.mysql:mysql-connector-j, jdbc:mysql://...");
        }
        requireUnicode(settings);
        requireRowsInBinaryLog(settings);
        Capabilities capabilities =
                new Capabilities(mariadb ? "MariaDB" : "MySQL", name, true, false, missing(settings));
        return mariadb ? MariaDbDialect.of(version, capabilities) : new MySqlDialect(capabilities);
    }

    private static void require(Version version, Version oldest, String product, String name) {
        if (version.before(oldest)) {
            throw new UnsupportedServer("This adapter needs " + product + " " + oldest + " or later, but the server is "
                    + product + " " + name + ".");
        }
    }

    private static void requireDriver(Server server, String wanted, String product, String artifact) {
        if (!server.driver().equals(wanted)) {
            throw new UnsupportedServer("The server is " + product + ", which this adapter speaks to with " + wanted
                    + " (" + artifact + "), but the driver is " + server.driver() + ".");
        }
    }

    /** A narrower character set turns what it lacks into question marks, silently. */
    private static void requireUnicode(Settings settings) {
        String results = settings.get("character_set_results");
        if (!settings.is("character_set_client", "utf8mb4")
                || !List.of("", "utf8mb4", "binary").contains(results)) {
            throw new UnsupportedServer("Text needs a connection in utf8mb4, but it is in "
                    + settings.get("character_set_client") + " (results: " + results
                    + "): leave the character encoding out of the JDBC URL.");
        }
    }

    /** A binary log of statements refuses every write at READ COMMITTED; better said at the start. */
    private static void requireRowsInBinaryLog(Settings settings) {
        if (settings.is("log_bin", "ON") && settings.is("binlog_format", "STATEMENT")) {
            throw new UnsupportedServer(
                    "The server logs statements (binlog_format=STATEMENT), and so refuses every write at"
                            + " READ COMMITTED: set binlog_format to ROW or MIXED.");
        }
    }

    private static Map<Feature, String> missing(Settings settings) {
        Map<Feature, String> missing = new EnumMap<>(Feature.class);
        if (settings.is("innodb_deadlock_detect", "OFF")) {
            missing.put(
                    Feature.DEADLOCK_DETECTION,
                    "The server runs with innodb_deadlock_detect=OFF: a deadlock lasts until a lock time-out ends it.");
        }
        if (settings.get("innodb_snapshot_isolation").isEmpty()) {
            missing.put(
                    Feature.SERIALIZATION_FAILURES,
                    "Above READ COMMITTED this server hides what others committed, or locks what it reads; it reports no"
                            + " serialization failure but a deadlock.");
        }
        return missing;
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
