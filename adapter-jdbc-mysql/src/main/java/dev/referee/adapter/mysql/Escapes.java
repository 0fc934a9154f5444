package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Whether text arrives as it was sent. Connector/J writes parameters into the statement and escapes them by what it knows of NO_BACKSLASH_ESCAPES
 * from when it connected: if sql_mode was set behind its back since then (by a pool's initial statement, for one), each backslash is stored as
 * two, or as none. MariaDB's driver is told by the server with each answer.
 */
final class Escapes {

    /** An even number, so that the literal ends where the driver ends it, whoever is wrong. */
    private static final String SENT = "\\\\";

    private static final String ARRIVES_AS = "5C5C";

    private Escapes() {}

    static void requireFaithful(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT HEX(?)")) {
            statement.setString(1, SENT);
            try (ResultSet answer = statement.executeQuery()) {
                if (!answer.next() || !ARRIVES_AS.equals(answer.getString(1))) {
                    throw new UnsupportedServer(
                            "The session's sql_mode differs in NO_BACKSLASH_ESCAPES from what the driver was told when it"
                                    + " connected, so text would be stored altered: set it with sessionVariables in the JDBC URL or on the"
                                    + " server, and not by a statement (of the pool) afterwards.");
                }
            }
        }
    }
}
