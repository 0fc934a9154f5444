package dev.referee.adapter.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;

/** Asks a server for its name, version and settings, once, when an adapter is opened. */
@FunctionalInterface
public interface Probe {

    /**
     * Chooses the dialect. May set what the engine needs, but creates nothing.
     *
     * @param connection with auto-commit on
     * @throws UnsupportedServer if it is another product, an older version, or set up in a way that would break the rules
     */
    Dialect choose(Connection connection, Server server) throws SQLException;
}
