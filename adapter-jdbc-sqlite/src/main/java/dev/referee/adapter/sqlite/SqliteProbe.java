package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConnection;

/** Accepts SQLite in a file, from the version on that does not lose what was committed when the log begins anew. */
final class SqliteProbe implements Probe {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    /** Before it, a checkpoint and a commit at the same moment can damage a file with a write-ahead log. */
    private static final List<Integer> OLDEST = List.of(3, 51, 3);

    private static final String FILE = """
            SELECT file FROM pragma_database_list WHERE name = 'main'""";

    @Override
    public Dialect choose(Connection connection, Server server) throws SQLException {
        server.mustBe("SQLite");
        if (!connection.isWrapperFor(SQLiteConnection.class)) {
            throw new UnsupportedServer("SQLite must be spoken to with the driver of org.xerial:sqlite-jdbc, not with "
                    + server.driver() + ".");
        }
        if (isTooOld(server.version())) {
            throw new UnsupportedServer("SQLite must be 3.51.3 or later, but is " + server.version()
                    + ": earlier ones can damage a file when a commit and a checkpoint meet.");
        }
        if (Answers.text(connection, FILE).isEmpty()) {
            throw new UnsupportedServer("The database must be in a file: what is in memory belongs to one connection,"
                    + " or is locked table by table without waiting where connections share it.");
        }
        ConnectionSetup setup = new ConnectionSetup();
        setup.apply(connection);
        return new SqliteDialect(server, setup);
    }

    static boolean isTooOld(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return true;
        }
        for (int i = 0; i < OLDEST.size(); i++) {
            int part = Integer.parseInt(parts.group(i + 1));
            if (part != OLDEST.get(i)) {
                return part < OLDEST.get(i);
            }
        }
        return false;
    }
}
