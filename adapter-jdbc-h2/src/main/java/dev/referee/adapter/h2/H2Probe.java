package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Accepts H2 from the version on that has SKIP LOCKED, and makes a database in a file keep what it acknowledges. */
final class H2Probe implements Probe {

    /** Versions are written as {@code 2.4.240 (2025-09-22)}; the last number counts builds. */
    private static final Pattern BUILD = Pattern.compile("\\d+\\.\\d+\\.(\\d+).*");

    private static final int OLDEST_BUILD = 220;

    private static final String IGNORES_CASE = """
            SELECT EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS
                            WHERE SETTING_NAME = 'IGNORECASE' AND UPPER(SETTING_VALUE) = 'TRUE')""";

    private static final String IS_PERSISTENT = """
            SELECT DATABASE_PATH() IS NOT NULL""";

    private static final String PATH = """
            SELECT DATABASE_PATH()""";

    private static final String TELLS_CASE_APART = """
            SELECT CAST('a' AS CHARACTER VARYING(1)) <> 'A'""";

    private static final String HAS_CLOCK = "SELECT " + H2Dialect.STATEMENT_START + " IS NOT NULL";

    @Override
    public Dialect choose(Connection connection, Server server) throws SQLException {
        server.mustBe("H2");
        Matcher build = BUILD.matcher(server.version());
        if (!build.matches() || Integer.parseInt(build.group(1)) < OLDEST_BUILD) {
            throw new UnsupportedServer(
                    "H2 must be 2.2." + OLDEST_BUILD + " or later, but is " + server.version() + ".");
        }
        if (!isTrue(connection, TELLS_CASE_APART) || isTrue(connection, IGNORES_CASE)) {
            throw new UnsupportedServer("The database compares text without regard to case (IGNORECASE or a collation),"
                    + " so it would take two operation ids for one.");
        }
        Optional<WriteDelay> delay =
                isTrue(connection, IS_PERSISTENT) ? Optional.of(new WriteDelay()) : Optional.empty();
        if (delay.isPresent()) {
            delay.get().switchOff(connection);
        }
        if (!isTrue(connection, HAS_CLOCK)) {
            throw new UnsupportedServer("The database does not tell when a statement has started.");
        }
        boolean remote = isRemote(connection);
        return new H2Dialect(server, delay, remote, remote || isAutoServer(connection));
    }

    /** H2 does not tell; but only with AUTO_SERVER does it keep a lock file, in which other processes find the address. */
    private static boolean isAutoServer(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(PATH)) {
            String path = row.next() ? row.getString(1) : null;
            return path != null && Files.exists(Path.of(path + ".lock.db"));
        }
    }

    private static boolean isRemote(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        return url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:");
    }

    static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() && row.getBoolean(1);
        }
    }
}
