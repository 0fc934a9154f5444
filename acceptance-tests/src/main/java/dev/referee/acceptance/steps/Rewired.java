package dev.referee.acceptance.steps;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Units of work that do something besides when they begin or commit. Everything else goes to the adapter's own.
 *
 * @param units the adapter's own
 * @param commit is called in place of {@link UnitOfWork#commit}
 * @param begin is run before a unit of work begins
 */
public record Rewired(UnitsOfWork units, CommitStep commit, Runnable begin) implements UnitsOfWork {

    /** Begins as the adapter does. */
    public Rewired(UnitsOfWork units, CommitStep commit) {
        this(units, commit, () -> {});
    }

    /** Commits in its own way. */
    @FunctionalInterface
    public interface CommitStep {
        void commit(UnitOfWork unit, List<Change<?>> changes);
    }

    @Override
    public UnitOfWork begin(Duration limit) {
        begin.run();
        return new Unit(units.begin(limit), commit);
    }

    @Override
    public UnitOfWork join(Duration limit) {
        return new Unit(units.join(limit), commit);
    }

    private record Unit(UnitOfWork unit, CommitStep step) implements UnitOfWork {
        @Override
        public <S> Locked<S> lock(
                AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> operations) {
            return unit.lock(store, subject, wait, operations);
        }

        @Override
        public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
            return unit.read(store, subject);
        }

        @Override
        public <S> boolean update(AggregateStore<S> store, S before, S next) {
            return unit.update(store, before, next);
        }

        @Override
        public <S> void insert(AggregateStore<S> store, S state) {
            unit.insert(store, state);
        }

        @Override
        public Optional<StoreFailure> failure() {
            return unit.failure();
        }

        @Override
        public void commit(List<Change<?>> changes) {
            step.commit(unit, changes);
        }

        @Override
        public void close() {
            unit.close();
        }
    }
}
