package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * After a deadlock only the statement that failed is run again. The lock of the aggregate is gone with the first transaction, and what was
 * decided on its old state is written over the new one.
 */
final class RetryOfLastStatement extends Fault {

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        try {
            return super.lock(transaction, store, subject, wait, operations);
        } catch (StoreFailure failure) {
            requireContention(failure);
            transaction.renew();
            return super.lock(transaction, store, subject, wait, operations);
        }
    }

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        try {
            super.commit(transaction, changes);
        } catch (StoreFailure failure) {
            requireContention(failure);
            transaction.renew();
            List<Change<?>> overwriting = new ArrayList<>();
            for (Change<?> change : changes) {
                overwriting.add(overwriting(transaction, change));
            }
            super.commit(transaction, overwriting);
        }
    }

    private static void requireContention(StoreFailure failure) {
        if (failure.kind() != FailureKind.CONTENTION) {
            throw failure;
        }
    }

    /** An UPDATE that names the row and not its revision. */
    private static <S> Change<S> overwriting(Transaction transaction, Change<S> change) {
        return new Change<>(
                change.store(),
                transaction.unit().read(change.store(), change.audit().aggregate()),
                change.next(),
                change.audit(),
                change.operation(),
                change.event());
    }
}
