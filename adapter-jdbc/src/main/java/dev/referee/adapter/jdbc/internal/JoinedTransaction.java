package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The caller's transaction. For the time of the unit of work a holder of our own is bound in its place, whose connection notes failures:
 * the caller's may be one that JPA has bound, and tells nobody.
 */
final class JoinedTransaction implements Bond {

    private static final Logger LOG = System.getLogger(JoinedTransaction.class.getName());

    private final DataSource dataSource;
    private final ConnectionHolder callers;
    private final ConnectionHolder ours;
    private final Session session;

    /** Whether the transaction is that of another unit of work, which puts the settings back when it ends. */
    private final boolean nested;

    private boolean begun;
    private boolean failed;
    private boolean closed;

    JoinedTransaction(DataSource dataSource, ConnectionHolder callers, Session session) {
        this.dataSource = dataSource;
        this.callers = callers;
        this.session = session;
        this.nested = Noting.isNoting(callers.getConnection());
        if (nested) {
            session.share(Noting.sessionOf(callers.getConnection()).names());
        } else {
            NamesOfCaller.of(callers).ifPresent(session::share);
        }
        this.ours = new ConnectionHolder(Noting.joined(session), true);
        ours.setSynchronizedWithTransaction(true);
        TransactionSynchronizationManager.unbindResource(dataSource);
        TransactionSynchronizationManager.bindResource(dataSource, ours);
    }

    /** Checks that the caller's transaction is one that a command can rely on. */
    static void check(Connection connection) throws SQLException {
        if (Noting.isNoting(connection)) {
            // That of another unit of work, which has seen to it.
            return;
        }
        int level = connection.getTransactionIsolation();
        if (level != Connection.TRANSACTION_READ_COMMITTED) {
            throw new IllegalStateException(
                    "a command joins READ COMMITTED transactions only, but the isolation level is " + level
                            + " (java.sql.Connection)");
        }
        if (connection.isReadOnly() || TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException("a command cannot join a read-only transaction");
        }
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a command cannot join a connection in auto-commit mode");
        }
    }

    /** The caller's connection, noting failures. */
    Connection connection() {
        return ours.getConnection();
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public void begin(Duration first, Duration rest) throws SQLException {
        SessionSettings settings = session.settings();
        begun = true;
        // What the outer unit has kept must not be overwritten.
        Duration limit = settings.boundsLock() ? first : rest;
        session.send(nested ? settings.limit(limit) : settings.join(first, rest));
    }

    @Override
    public void attendNames() {
        if (!session.names().isAttended()) {
            NamesOfCaller.attend(callers, session);
        }
    }

    @Override
    public void fail() {
        failed = true;
    }

    @Override
    public boolean commits() {
        return false;
    }

    @Override
    public void commit() {
        // The caller commits.
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        failed |= session.failure().isPresent() || ours.isRollbackOnly();
        if (nested) {
            Noting.sessionOf(callers.getConnection()).inherit(session);
        }
        if (failed && !nested) {
            // Not left to the caller's mark alone: in the last callbacks before its commit nobody looks at it any more.
            session.rollback();
        }
        putSettingsBack();
        TransactionSynchronizationManager.unbindResource(dataSource);
        TransactionSynchronizationManager.bindResource(dataSource, callers);
        if (failed) {
            markCaller();
        }
    }

    private void putSettingsBack() {
        try {
            if (begun && nested) {
                Noting.sessionOf(callers.getConnection()).limitsDisturbed();
            } else if (begun && (!failed || session.settings().restoresAfterFailure())) {
                session.send(session.settings().restoreJoined());
            }
            session.putNetworkTimeoutBack();
        } catch (SQLException e) {
            failed = true;
            LOG.log(Level.DEBUG, "settings of the caller's transaction could not be put back", e);
        }
    }

    /** Marks the caller's transaction; a manager that does not look at the mark (JPA's) is stopped before its commit. */
    private void markCaller() {
        callers.setRollbackOnly();
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    throw new UnexpectedRollbackException(
                            "A command that took part in this transaction has failed, so it can only roll back.");
                }
            });
        }
    }
}
