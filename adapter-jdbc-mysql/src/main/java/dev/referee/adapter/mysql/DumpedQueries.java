package dev.referee.adapter.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/** Whether the driver is set to add the statement, with its values, to the message of each failure. */
final class DumpedQueries {

    private static final String OPTION = "dumpQueriesOnException";

    private DumpedQueries() {}

    static boolean areOn(Connection connection) throws SQLException {
        Connection own = connection.unwrap(Connection.class);
        return own.getClass().getName().startsWith("org.mariadb.") ? MariaDb.areOn(own) : MySql.areOn(own);
    }

    /** Apart, so that it is loaded only where this driver is. */
    private static final class MySql {
        static boolean areOn(Connection own) throws SQLException {
            return own.unwrap(com.mysql.cj.jdbc.JdbcConnection.class)
                    .getPropertySet()
                    .getBooleanProperty(OPTION)
                    .getValue();
        }
    }

    /** Apart, so that it is loaded only where this driver is. */
    private static final class MariaDb {
        static boolean areOn(Connection own) throws SQLException {
            return own.unwrap(org.mariadb.jdbc.Connection.class)
                    .getContext()
                    .getConf()
                    .dumpQueriesOnException();
        }
    }
}
