package dev.referee.acceptance.servers;

import dev.referee.acceptance.net.TcpProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * An empty database of a test's own. Immutable; {@link #close()} drops it.
 *
 * @param server the engine that it is on
 * @param name the database's name there
 * @param url a JDBC URL that ends in it
 * @param password empty if there is none
 */
public record TestDatabase(TestServers server, String name, String url, String user, String password)
        implements AutoCloseable {

    /** Opens a connection, in auto-commit mode. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /**
     * A JDBC URL of this database by way of another address.
     *
     * @throws IllegalStateException if the engine lives in this JVM
     */
    public String urlThrough(String host, int port) {
        running();
        return JdbcUrl.parse(url).at(host, port).toString();
    }

    /**
     * Starts a relay in front of the server, for the caller to close.
     *
     * @throws IllegalStateException if the engine lives in this JVM
     */
    public TcpProxy proxy() {
        ServerState.Running running = running();
        return TcpProxy.to(running.host(), running.port());
    }

    /** The same database by way of a relay; closing either of the two drops the database. */
    public TestDatabase through(TcpProxy proxy) {
        return new TestDatabase(server, name, urlThrough(proxy.host(), proxy.port()), user, password);
    }

    /** Drops the database, connections that are open on PostgreSQL included; harmless when repeated. */
    @Override
    public void close() {
        if (server == TestServers.H2) {
            H2Databases.drop(this);
        } else if (server == TestServers.SQLITE) {
            SqliteFiles.drop(this);
        } else {
            Databases.drop(this, running());
        }
    }

    private ServerState.Running running() {
        if (server.state() instanceof ServerState.Running running) {
            return running;
        }
        throw new IllegalStateException(server.engine() + " has no address: it lives in this JVM");
    }
}
