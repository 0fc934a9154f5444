package dev.referee.application.permit;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.Change;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A store of one thread that never fails, for what the use cases ask of the engine. How stores behave is the acceptance suite's. */
final class MapStore implements UnitsOfWork, CaseIds {

    static final AggregateStore<PermitCase> CASES = PermitCase::revision;

    final Map<Subject, PermitCase> rows = new HashMap<>();
    final Map<OperationKey, StoredOperation> operations = new HashMap<>();
    final List<Change<?>> changes = new ArrayList<>();
    long lastId;

    @Override
    public CaseId next() {
        lastId++;
        return new CaseId(lastId);
    }

    @Override
    public void skipTo(CaseId used) {
        lastId = Math.max(lastId, used.value());
    }

    @Override
    public UnitOfWork begin(Duration limit) {
        return new Unit();
    }

    @Override
    public UnitOfWork join(Duration limit) {
        throw new UnsupportedOperationException();
    }

    private final class Unit implements UnitOfWork {

        @Override
        @SuppressWarnings("unchecked") // there are only cases here
        public <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> keys) {
            Map<OperationKey, StoredOperation> found = new HashMap<>(operations);
            found.keySet().retainAll(keys);
            S state = (S) rows.get(subject);
            return new Locked<>(state == null ? new LockAnswer.Absent<>() : new LockAnswer.Locked<>(state), found);
        }

        @Override
        public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <S> boolean update(AggregateStore<S> store, S before, S next) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <S> void insert(AggregateStore<S> store, S state) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void commit(List<Change<?>> written) {
            for (Change<?> change : written) {
                rows.put(change.audit().aggregate(), (PermitCase) change.next());
                operations.put(change.operation().key(), change.operation());
                changes.add(change);
            }
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
