package dev.referee.adapter.jdbc.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Ends a connection so that no pool hands it out again: the real one is aborted, then the pool is shown that it is dead. HikariCP looks at
 * what its connections throw, other pools ask {@link Connection#isClosed} when one comes back.
 */
final class Discard {

    private static final Logger LOG = System.getLogger(Discard.class.getName());

    private Discard() {}

    static void of(Connection connection) {
        quietly("abort", () -> connection.abort(Runnable::run));
        quietly("close the driver's own", () -> {
            Connection own = connection.unwrap(Connection.class);
            if (own != connection) {
                own.close();
            }
        });
        quietly("show the pool", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
        });
        quietly("close", connection::close);
    }

    private static void quietly(String what, Action action) {
        try {
            action.run();
        } catch (SQLException | RuntimeException e) {
            // Expected: the connection is being ended because it is broken.
            LOG.log(Level.TRACE, what, e);
        }
    }

    private interface Action {
        void run() throws SQLException;
    }
}
