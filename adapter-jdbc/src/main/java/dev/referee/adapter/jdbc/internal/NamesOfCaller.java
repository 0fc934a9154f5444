package dev.referee.adapter.jdbc.internal;

import java.util.Optional;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Gives names back when the transaction of a caller has ended, and before its connection goes back to the pool. */
final class NamesOfCaller implements TransactionSynchronization {

    private final ConnectionHolder holder;
    private final Session session;
    private final HeldNames names;

    private NamesOfCaller(ConnectionHolder holder, Session session) {
        this.holder = holder;
        this.session = session;
        this.names = session.names();
    }

    /** What earlier units of work hold in the same transaction of the caller. */
    static Optional<HeldNames> of(ConnectionHolder holder) {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(NamesOfCaller.class::isInstance)
                .map(NamesOfCaller.class::cast)
                .filter(each -> each.holder == holder)
                .map(each -> each.names)
                .findFirst();
    }

    static void attend(ConnectionHolder holder, Session session) {
        session.names().attend();
        TransactionSynchronizationManager.registerSynchronization(new NamesOfCaller(holder, session));
    }

    @Override
    public void afterCompletion(int status) {
        session.releaseNamesOrDiscard();
    }
}
