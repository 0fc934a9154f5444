package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Set;

/** One thing that an adapter does wrong. Each subclass spoils what is right here. One instance serves one store and is used by many threads. */
abstract class Fault {

    /** No aggregate has this identity: to lock it locks nothing, and looks for operations all the same. */
    static final Subject NOBODY = new Subject("nobody");

    /** In place of the port's method of that name. */
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        return transaction.unit().lock(store, subject, wait, operations);
    }

    /** In place of the port's method of that name. */
    <S> boolean update(Transaction transaction, AggregateStore<S> store, S before, S next) {
        return transaction.unit().update(store, before, next);
    }

    /** In place of the port's method of that name. */
    void commit(Transaction transaction, List<Change<?>> changes) {
        transaction.unit().commit(changes);
    }

    /** Is told that the store failed, or that a row was busy; the caller is told too, after it. */
    void failed(Transaction transaction) {}

    /** What somebody sees who looks at the tables. */
    Snapshot committed(Snapshot rows) {
        return rows;
    }
}
