package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The time to wait begins anew with each holder of the lock, as PostgreSQL's lock_timeout does: a queue makes the wait longer. */
final class WaitForEachHolder extends Fault {

    private final Map<Subject, Integer> grants = new ConcurrentHashMap<>();

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        int before = grants.getOrDefault(subject, 0);
        Locked<S> locked = super.lock(transaction, store, subject, wait, operations);
        boolean busy = locked.answer() instanceof LockAnswer.Busy;
        if (busy && grants.getOrDefault(subject, 0) > before) {
            transaction.renew();
            return lock(transaction, store, subject, wait, operations);
        }
        if (!busy) {
            grants.merge(subject, 1, Integer::sum);
        }
        return locked;
    }
}
