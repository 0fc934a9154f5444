package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Accepts PostgreSQL itself from version 14 on, spoken to with its own driver. */
final class PostgresProbe implements Probe {

    private static final int OLDEST = 14;
    private static final String DRIVER = "PostgreSQL JDBC Driver";

    /** What others that speak PostgreSQL's protocol say, and the encoding, which must hold every text. */
    private static final String ABOUT = """
            SELECT version() AS about, current_setting('server_encoding') AS encoding""";

    @Override
    public Dialect choose(Connection connection, Server server) throws SQLException {
        server.mustBe("PostgreSQL");
        if (!server.driver().equals(DRIVER)) {
            throw new UnsupportedServer(
                    "This adapter is tested with the " + DRIVER + " only, but the driver is " + server.driver() + ".");
        }
        if (server.major() < OLDEST) {
            throw new UnsupportedServer("PostgreSQL must be " + OLDEST + " or later, but is " + server.version() + ".");
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ABOUT)) {
            row.next();
            String about = row.getString("about");
            // Others report themselves as PostgreSQL to its driver, and differ in what their locks do.
            if (!about.toLowerCase(Locale.ROOT).startsWith("postgresql ") || about.contains("-YB-")) {
                throw new UnsupportedServer(
                        "This adapter is tested on PostgreSQL only, but the server is " + about + ".");
            }
            if (!row.getString("encoding").equals("UTF8")) {
                throw new UnsupportedServer(
                        "The database must be encoded as UTF8, but is " + row.getString("encoding") + ".");
            }
        }
        return new PostgresDialect(server);
    }
}
