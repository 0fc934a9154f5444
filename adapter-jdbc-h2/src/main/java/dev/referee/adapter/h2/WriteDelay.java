package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes a database in a file write what it acknowledges. H2 stores the setting, but takes that of the URL, or 500 ms, again whenever the
 * database is opened, which is when its first connection comes after its last has gone: so each new connection has to look.
 */
final class WriteDelay {

    private static final String IS_DELAYED = """
            SELECT EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS
                            WHERE SETTING_NAME = 'WRITE_DELAY' AND SETTING_VALUE <> '0')""";

    private static final String SWITCH_OFF = """
            SET WRITE_DELAY 0""";

    void switchOff(Connection connection) throws SQLException {
        if (H2Probe.isTrue(connection, IS_DELAYED)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(SWITCH_OFF);
            } catch (SQLException e) {
                UnsupportedServer refusal = new UnsupportedServer(
                        "This H2 database would lose answered commands in a crash, and its user may not"
                                + " change that: add ;WRITE_DELAY=0 to its URL, or give an administrator.");
                refusal.initCause(e);
                throw refusal;
            }
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }
}
