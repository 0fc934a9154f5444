package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteConnection;

/**
 * What must hold on each connection that writes. Only write-ahead logging is kept in the file; the others begin anew with each connection, and
 * can be set outside a transaction only.
 */
final class ConnectionSetup {

    private static final String LOG_AHEAD = """
            PRAGMA journal_mode = WAL""";

    private static final String CHECKS_KEYS = """
            PRAGMA foreign_keys""";

    private static final String CHECK_KEYS = """
            PRAGMA foreign_keys = ON""";

    private static final String SYNCHRONOUS = """
            PRAGMA synchronous""";

    private static final String WRITE_FULLY = """
            PRAGMA synchronous = FULL""";

    private static final int FULL = 2;

    void apply(Connection connection) throws SQLException {
        refuseUnsafe(connection.unwrap(SQLiteConnection.class));
        boolean autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        try {
            switchOn(connection);
        } finally {
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        }
    }

    private static void refuseUnsafe(SQLiteConnection connection) {
        SQLiteConfig config = connection.getDatabase().getConfig();
        TransactionMode mode = connection.getConnectionConfig().getTransactionMode();
        if (mode != TransactionMode.DEFERRED) {
            throw new UnsupportedServer("transaction_mode must be DEFERRED, but is " + mode
                    + ": with it this driver takes the lock for the next transaction right after each commit, and after a"
                    + " failed BEGIN it commits each update by itself.");
        }
        if (config.isExplicitReadOnly()) {
            throw new UnsupportedServer("explicit_readonly must be off: with it this driver begins a writing"
                    + " transaction anew without telling whether that failed.");
        }
        if (config.isEnabledSharedCache() || connection.getUrl().contains("cache=shared")) {
            throw new UnsupportedServer("The connections must not share a cache: they would be refused each other's"
                    + " tables without waiting.");
        }
    }

    private static void switchOn(Connection connection) throws SQLException {
        String mode = Answers.text(connection, LOG_AHEAD);
        if (!mode.equals("wal")) {
            throw new UnsupportedServer("The database must use write-ahead logging, but its journal_mode stays " + mode
                    + ": its folder must be writable, and on a local disk.");
        }
        if (Answers.number(connection, CHECKS_KEYS) != 1) {
            execute(connection, CHECK_KEYS);
        }
        if (Answers.number(connection, SYNCHRONOUS) < FULL) {
            execute(connection, WRITE_FULLY);
        }
        if (Answers.number(connection, CHECKS_KEYS) != 1 || Answers.number(connection, SYNCHRONOUS) < FULL) {
            throw new UnsupportedServer(
                    "Foreign keys and synchronous = FULL could not be switched on for this connection.");
        }
    }

    private static void execute(Connection connection, String text) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
