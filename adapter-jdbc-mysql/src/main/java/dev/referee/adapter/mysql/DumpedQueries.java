package dev.referee.adapter.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/** Whether the driver is set to add the statement, with its values, to the message of each failure. */
final class DumpedQueries {

    private static final String OPTION = "dumpQueriesOnException";

    private DumpedQueries() {}

    static boolean areOn(Connection connection) throws SQLException {
        return connection.getMetaData().getDriverName().equals(MySqlProbe.MARIADB_DRIVER)
                ? MariaDb.areOn(connection)
                : MySql.areOn(connection);
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
