package dev.referee.adapter.jdbc.internal;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;

/** A transaction that Spring has begun for us and bound to the thread. */
final class OwnTransaction implements Bond {

    private static final Logger LOG = System.getLogger(OwnTransaction.class.getName());

    private final PlatformTransactionManager manager;
    private final TransactionStatus status;
    private final Session session;

    OwnTransaction(PlatformTransactionManager manager, TransactionStatus status, Session session) {
        this.manager = manager;
        this.status = status;
        this.session = session;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public void begin(Duration first, Duration rest) throws SQLException {
        session.sendSettings(first, rest);
    }

    /** The session does that itself when it commits or rolls back. */
    @Override
    public void attendNames() {
        session.names().attend();
    }

    @Override
    public void fail() {
        if (!status.isCompleted()) {
            status.setRollbackOnly();
        }
    }

    @Override
    public boolean commits() {
        return true;
    }

    @Override
    public void commit() {
        try {
            manager.commit(status);
        } catch (UnexpectedRollbackException e) {
            throw new StoreFailure(
                    FailureKind.REJECTED,
                    Phase.WRITE,
                    false,
                    "work that took part in this transaction has failed, so it was rolled back",
                    e);
        } catch (RuntimeException e) {
            if (!session.committed()) {
                throw e;
            }
            LOG.log(Level.WARNING, "the command is committed, but what was registered to run after it failed", e);
        }
    }

    @Override
    public void close() {
        if (status.isCompleted()) {
            return;
        }
        try {
            manager.rollback(status);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "what was registered to run after a rollback failed", e);
        }
    }
}
