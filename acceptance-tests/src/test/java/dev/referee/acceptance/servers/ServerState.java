package dev.referee.acceptance.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** What became of a server that tests asked for. */
public sealed interface ServerState {

    /** The engine lives in the JVM of the tests; there is nothing to connect to over a network. */
    record InProcess(String version) implements ServerState {}

    /**
     * A server accepts connections.
     *
     * @param version as the server tells it
     * @param admin where databases can be created and dropped
     * @param user may create databases
     * @param password empty if there is none
     */
    record Running(String version, JdbcUrl admin, String user, String password) implements ServerState {

        /**
         * Asks a server for its version.
         *
         * @throws SQLException if it does not answer
         */
        public static Running at(JdbcUrl admin, String user, String password) throws SQLException {
            try (Connection connection = DriverManager.getConnection(admin.toString(), user, password)) {
                return new Running(connection.getMetaData().getDatabaseProductVersion(), admin, user, password);
            }
        }

        /** The server's host. */
        public String host() {
            return admin.host();
        }

        /** The server's port. */
        public int port() {
            return admin.port();
        }
    }

    /**
     * The server cannot be had: its tests are not run, which is not the same as passed.
     *
     * @param reason one sentence for the report
     */
    record Unavailable(String reason) implements ServerState {}
}
