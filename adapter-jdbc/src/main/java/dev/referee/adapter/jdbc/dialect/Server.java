package dev.referee.adapter.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * A server and the driver that speaks to it, as they name themselves.
 *
 * @param product such as {@code PostgreSQL}
 * @param version as the server writes it
 * @param driver such as {@code PostgreSQL JDBC Driver}
 */
public record Server(String product, String version, int major, int minor, String driver) {

    private static final Map<String, String> ADAPTERS = Map.of(
            "PostgreSQL", "PostgresAdapter (referee-adapter-jdbc-postgres)",
            "MySQL", "MySqlAdapter (referee-adapter-jdbc-mysql)",
            "MariaDB", "MySqlAdapter (referee-adapter-jdbc-mysql)",
            "H2", "H2Adapter (referee-adapter-jdbc-h2)",
            "SQLite", "SqliteAdapter (referee-adapter-jdbc-sqlite)");

    /** Asks the driver, which has been told by the server. */
    public static Server of(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        return new Server(
                about.getDatabaseProductName(),
                about.getDatabaseProductVersion(),
                about.getDatabaseMajorVersion(),
                about.getDatabaseMinorVersion(),
                about.getDriverName());
    }

    /** Refuses any other product, naming the adapter that is right for it. */
    public void mustBe(String wanted) {
        if (!product.equals(wanted)) {
            throw new UnsupportedServer("This adapter is for " + wanted + ", but the server is " + this + ": "
                    + Optional.ofNullable(ADAPTERS.get(product))
                            .map(adapter -> "use " + adapter + ".")
                            .orElse("there is no adapter for it."));
        }
    }

    @Override
    public String toString() {
        return product + " " + version;
    }
}
