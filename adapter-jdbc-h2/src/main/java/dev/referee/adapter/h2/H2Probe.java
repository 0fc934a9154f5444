package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Accepts H2 from the version on that has SKIP LOCKED, and makes a database in a file keep what it acknowledges. */
final class H2Probe implements Probe {

    /** Versions are written as {@code 2.4.240 (2025-09-22)}; the last number counts builds. */
    private static final Pattern BUILD = Pattern.compile("\\d+\\.\\d+\\.(\\d+).*");

    private static final int OLDEST_BUILD = 220;

    private static final String SETTING = """
            SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = '%s'""";

    private static final String IS_PERSISTENT = """
            SELECT DATABASE_PATH() IS NOT NULL""";

    private static final String TELLS_CASE_APART = """
            SELECT CAST('a' AS CHARACTER VARYING(1)) <> 'A'""";

    @Override
    public Dialect choose(Connection connection, Server server) throws SQLException {
        server.mustBe("H2");
        Matcher build = BUILD.matcher(server.version());
        if (!build.matches() || Integer.parseInt(build.group(1)) < OLDEST_BUILD) {
            throw new UnsupportedServer(
                    "H2 must be 2.2." + OLDEST_BUILD + " or later, but is " + server.version() + ".");
        }
        if (!isTrue(connection, TELLS_CASE_APART) || "TRUE".equalsIgnoreCase(ask(connection, "IGNORECASE"))) {
            throw new UnsupportedServer("The database compares text without regard to case (IGNORECASE or a collation),"
                    + " so it would take two operation ids for one.");
        }
        boolean persistent = isTrue(connection, IS_PERSISTENT);
        if (persistent && !"0".equals(ask(connection, "WRITE_DELAY"))) {
            keepWhatIsAcknowledged(connection);
        }
        return new H2Dialect(server, persistent);
    }

    private static void keepWhatIsAcknowledged(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET WRITE_DELAY 0");
        } catch (SQLException e) {
            UnsupportedServer refusal =
                    new UnsupportedServer("The database must be set to WRITE_DELAY 0, or it loses answered"
                            + " commands in a crash, but this user may not set it: let an administrator do so once.");
            refusal.initCause(e);
            throw refusal;
        }
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static String ask(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTING.formatted(setting))) {
            return row.next() ? row.getString(1) : "";
        }
    }
}
