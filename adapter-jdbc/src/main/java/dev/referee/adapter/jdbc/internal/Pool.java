package dev.referee.adapter.jdbc.internal;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.ProxyConnection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.util.ClassUtils;

/** Where connections come from, and how one is ended so that it is not handed out again. */
final class Pool {

    private static final Logger LOG = System.getLogger(Pool.class.getName());

    private static final boolean HIKARI_IS_HERE =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", Pool.class.getClassLoader());

    private final DataSource dataSource;

    Pool(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Ends a connection. The real one is aborted first, because a peer that is silent must not be waited for. HikariCP is told; by itself it
     * would hand a dead connection out again within half a second. Other pools ask {@link Connection#isClosed} when one comes back, and those
     * that look at what a connection throws are shown that it is dead.
     */
    void discard(Connection connection) {
        quietly("abort", () -> connection.abort(Runnable::run));
        if (HIKARI_IS_HERE && Hikari.evicts(dataSource, connection)) {
            // It closes what it evicts on a thread of its own; a driver may take for ever to do that (H2 after an
            // interrupt).
            return;
        }
        quietly("close the driver's own", () -> {
            Connection own = Session.driversOwn(connection);
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

    /** Apart, so that it is loaded only where HikariCP is. */
    private static final class Hikari {

        /** Returns false if the connection does not come from such a pool directly. */
        static boolean evicts(DataSource dataSource, Connection connection) {
            try {
                if (connection instanceof ProxyConnection && dataSource.isWrapperFor(HikariDataSource.class)) {
                    dataSource.unwrap(HikariDataSource.class).evictConnection(connection);
                    return true;
                }
            } catch (SQLException | RuntimeException e) {
                LOG.log(Level.TRACE, "evict", e);
            }
            return false;
        }
    }

    private interface Action {
        void run() throws SQLException;
    }
}
