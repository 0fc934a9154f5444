package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.Set;

/** The operation is looked up first and the row locked then: a copy that waits for the lock has missed what it waited for. */
final class LookupBeforeLock extends Fault {

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        var found = transaction.unit().lock(store, NOBODY, wait, operations).operations();
        return new Locked<>(
                transaction.unit().lock(store, subject, wait, Set.of()).answer(), found);
    }
}
