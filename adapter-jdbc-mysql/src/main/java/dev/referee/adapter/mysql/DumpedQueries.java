package dev.referee.adapter.mysql;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Whether the driver is set to add the statement, with its values, to the message of each failure. */
final class DumpedQueries {

    private static final Logger LOG = System.getLogger(DumpedQueries.class.getName());
    private static final String OPTION = "dumpQueriesOnException";

    private DumpedQueries() {}

    /** Empty if the connection is a wrapper that does not let its driver's be asked. */
    static Optional<Boolean> areOn(Connection connection) throws SQLException {
        boolean mariaDb = connection.getMetaData().getDriverName().equals(MySqlProbe.MARIADB_DRIVER);
        try {
            return Optional.of(mariaDb ? MariaDb.areOn(connection) : MySql.areOn(connection));
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "a connection cannot be unwrapped", e);
            return Optional.empty();
        }
    }

    /** Apart, so that it is loaded only where this driver is. */
    private static final class MySql {
        static boolean areOn(Connection connection) throws SQLException {
            return connection
                    .unwrap(com.mysql.cj.jdbc.JdbcConnection.class)
                    .getPropertySet()
                    .getBooleanProperty(OPTION)
                    .getValue();
        }
    }

    /** Apart, so that it is loaded only where this driver is. */
    private static final class MariaDb {
        static boolean areOn(Connection connection) throws SQLException {
            return connection
                    .unwrap(org.mariadb.jdbc.Connection.class)
                    .getContext()
                    .getConf()
                    .dumpQueriesOnException();
        }
    }
}
