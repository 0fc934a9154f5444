package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.Set;

/** The aggregate is read without a lock on its row: nobody waits, and only the guarded write notices what has changed since. */
final class NoRowLock extends Fault {

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        var found = transaction.unit().lock(store, NOBODY, wait, operations).operations();
        return new Locked<>(
                transaction
                        .unit()
                        .read(store, subject)
                        .<LockAnswer<S>>map(LockAnswer.Locked::new)
                        .orElseGet(LockAnswer.Absent::new),
                found);
    }
}
