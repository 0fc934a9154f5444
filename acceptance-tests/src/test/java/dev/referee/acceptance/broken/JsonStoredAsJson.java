package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The outcome is stored by a JSON type, which keeps the value and not the text: the replay is laid out in another way. */
final class JsonStoredAsJson extends Fault {

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        Locked<S> locked = super.lock(transaction, store, subject, wait, operations);
        Map<OperationKey, StoredOperation> found = new HashMap<>();
        locked.operations().forEach((key, operation) -> found.put(key, laidOut(operation)));
        return new Locked<>(locked.answer(), found);
    }

    private static StoredOperation laidOut(StoredOperation operation) {
        return new StoredOperation(
                operation.key(),
                operation.aggregate(),
                operation.actor(),
                operation.command(),
                operation.digest(),
                operation.execution(),
                operation.revision(),
                operation.outcome().map(json -> new Json(json.text().strip().replace(",", ", "))),
                operation.at());
    }
}
