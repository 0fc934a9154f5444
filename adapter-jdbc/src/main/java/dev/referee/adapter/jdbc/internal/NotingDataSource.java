package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.springframework.core.InfrastructureProxy;
import org.springframework.jdbc.datasource.ConnectionProxy;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Hands out connections that note failures. As an {@link InfrastructureProxy} it lets Spring bind them under the user's own data
 * source, so that the user's JDBC code takes part.
 */
final class NotingDataSource extends DelegatingDataSource implements InfrastructureProxy {

    /** The driver's connections that were met, as long as they live. */
    private final Set<Connection> met = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final DataSource users;
    private final Pool pool;
    private final Dialect dialect;
    private final Classifier classifier;
    private final Duration slack;

    NotingDataSource(DataSource users, Dialect dialect, Classifier classifier, Duration slack) {
        super(users);
        this.users = users;
        this.pool = new Pool(users);
        this.dialect = dialect;
        this.classifier = classifier;
        this.slack = slack;
    }

    @Override
    public Object getWrappedObject() {
        return users;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection;
        try {
            connection = users.getConnection();
            if (connection instanceof ConnectionProxy lazy) {
                // Spring's LazyConnectionDataSourceProxy would ask the pool at the first statement only, where a pool
                // that
                // gives none cannot be told from a statement that fails.
                lazy.getTargetConnection();
            }
        } catch (SQLException | RuntimeException e) {
            throw new NoConnection(e);
        }
        Session session = session(connection);
        if (session.isLost()) {
            session.close();
            throw new DeadConnection();
        }
        try {
            meetOnce(connection);
        } catch (SQLException e) {
            session.note(e);
            session.close();
            throw e;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
        return Noting.owned(session);
    }

    private void meetOnce(Connection connection) throws SQLException {
        // The driver's own connection: a pool hands it out in another wrapper each time.
        Connection own = Session.driversOwn(connection);
        if (!met.contains(own)) {
            dialect.meet(connection);
            met.add(own);
        }
    }

    Session session(Connection connection) {
        return new Session(connection, pool, dialect, classifier, slack);
    }

    /** The pool gave one that is closed: not every driver says so with a code of its own when it is used. */
    static final class DeadConnection extends SQLException {

        private static final long serialVersionUID = 1L;

        DeadConnection() {
            super("the connection was closed while nobody used it");
        }
    }

    /** The pool or the server gave none: told from a connection that fails at once. */
    static final class NoConnection extends SQLException {

        private static final long serialVersionUID = 1L;

        NoConnection(Exception cause) {
            super("no connection could be had", cause);
        }
    }
}
