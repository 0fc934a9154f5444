package dev.referee.adapter.jdbc.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.springframework.jdbc.datasource.ConnectionHandle;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Sees a transaction of the thread's own that is bound under another data source and would be waited for in vain: where a whole database has
 * one lock, and that one is of the same database. It is known by its URL; under another URL it is not seen, and the wait ends with its limit.
 *
 * @param url of the database, without settings; empty where rows are locked
 */
record SameFile(Optional<String> url) {

    private static final Logger LOG = System.getLogger(SameFile.class.getName());

    /** Of a connection, for engines that have one lock for all. */
    static String urlOf(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        int settings = url.indexOf('?');
        return settings < 0 ? url : url.substring(0, settings);
    }

    boolean isInTransaction() {
        return url.isPresent()
                && TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.getResourceMap().values().stream()
                        .anyMatch(resource -> resource instanceof ConnectionHolder holder && isSame(holder));
    }

    private boolean isSame(ConnectionHolder holder) {
        ConnectionHandle handle = holder.getConnectionHandle();
        try {
            return handle != null && url.equals(Optional.of(urlOf(handle.getConnection())));
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "another connection of the thread does not say where it leads", e);
            return false;
        }
    }
}
