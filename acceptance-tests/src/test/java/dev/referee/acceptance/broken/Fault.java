package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.QueueName;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.time.Duration;
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

    /** In place of the port's method of that name. */
    List<ClaimedJob> claim(JobStore healthy, QueueName queue, int limit, Token token, LeaseTime lease) {
        return healthy.claim(queue, limit, token, lease);
    }

    /** The token that the store is shown, in place of the one that is given, when a claim is renewed or ended. */
    Token shown(JobId job, Token given) {
        return given;
    }

    /** In place of the adapter's leases. */
    LeaseStore leases(LeaseStore healthy) {
        return healthy;
    }

    /**
     * In place of the methods of {@link dev.referee.application.port.AdvisoryLocks}.
     *
     * @param healthy the adapter under the fault
     * @param limit zero: without a wait
     */
    boolean lockName(Adapter healthy, Transaction transaction, LockName name, Duration limit) {
        return ask(healthy, transaction.unit(), name, limit);
    }

    static boolean ask(Adapter healthy, UnitOfWork unit, LockName name, Duration limit) {
        return limit.isZero()
                ? healthy.advisoryLocks().tryLock(unit, name)
                : healthy.advisoryLocks().lock(unit, name, limit);
    }

    /** In place of the port's method of that name. */
    <V> InsertAnswer<V> insertOrFind(GuardedInserts healthy, Transaction transaction, GuardedInsert<V> insert, V row) {
        return healthy.insertOrFind(transaction.unit(), insert, row);
    }

    /** Is told that the transaction was rolled back, or is over. */
    void closed(Transaction transaction) {}

    /** Is told that the store failed, or that a row was busy; the caller is told too, after it. */
    void failed(Transaction transaction) {}

    /** What somebody sees who looks at the tables. */
    Snapshot committed(Snapshot rows) {
        return rows;
    }
}
