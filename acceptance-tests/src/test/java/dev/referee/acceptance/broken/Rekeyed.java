package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Operations are stored under other keys than those that they have. Everything else is right. */
abstract class Rekeyed extends Fault {

    /** The keys under which an operation may be found; the first that is there counts. */
    abstract Collection<OperationKey> candidates(OperationKey asked);

    /** The key under which an operation is stored. */
    abstract OperationKey stored(OperationKey key);

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        var answer = transaction.unit().lock(store, subject, wait, Set.of()).answer();
        return new Locked<>(
                answer,
                answer.fold(
                        state -> found(transaction, store, wait, operations),
                        () -> found(transaction, store, wait, operations),
                        Map::of));
    }

    private <S> Map<OperationKey, StoredOperation> found(
            Transaction transaction, AggregateStore<S> store, LockWait wait, Set<OperationKey> operations) {
        Map<OperationKey, StoredOperation> found = new HashMap<>();
        for (OperationKey asked : operations) {
            Set<OperationKey> candidates = Set.copyOf(candidates(asked));
            transaction.unit().lock(store, NOBODY, wait, candidates).operations().values().stream()
                    .findFirst()
                    .ifPresent(operation -> found.put(asked, operation));
        }
        return found;
    }

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        List<Change<?>> rekeyed = new ArrayList<>();
        for (Change<?> change : changes) {
            rekeyed.add(rekeyed(change));
        }
        transaction.unit().commit(rekeyed);
    }

    private <S> Change<S> rekeyed(Change<S> change) {
        StoredOperation operation = change.operation();
        return new Change<>(
                change.store(),
                change.before(),
                change.next(),
                change.audit(),
                new StoredOperation(
                        stored(operation.key()),
                        operation.aggregate(),
                        operation.actor(),
                        operation.command(),
                        operation.digest(),
                        operation.execution(),
                        operation.revision(),
                        operation.outcome(),
                        operation.at()),
                change.event());
    }
}
