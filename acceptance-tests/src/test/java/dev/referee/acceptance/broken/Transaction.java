package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A transaction of an adapter that is right, with one fault laid over it. */
final class Transaction implements UnitOfWork {

    private final Supplier<UnitOfWork> begin;
    private final Fault fault;
    private UnitOfWork unit;

    Transaction(Supplier<UnitOfWork> begin, Fault fault) {
        this.begin = begin;
        this.fault = fault;
        this.unit = begin.get();
    }

    /** What is under the fault. */
    UnitOfWork unit() {
        return unit;
    }

    /** Rolls back what is under the fault, and goes on with a new one, without a word to the caller. */
    void renew() {
        unit.close();
        unit = begin.get();
    }

    @Override
    public <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> operations) {
        Locked<S> locked = reporting(() -> fault.lock(this, store, subject, wait, operations));
        if (locked.answer() instanceof LockAnswer.Busy && !(wait instanceof LockWait.Skip)) {
            fault.failed(this);
        }
        return locked;
    }

    @Override
    public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
        return reporting(() -> unit.read(store, subject));
    }

    @Override
    public <S> boolean update(AggregateStore<S> store, S before, S next) {
        return reporting(() -> fault.update(this, store, before, next));
    }

    @Override
    public <S> void insert(AggregateStore<S> store, S state) {
        reporting(() -> {
            unit.insert(store, state);
            return state;
        });
    }

    @Override
    public Optional<StoreFailure> failure() {
        return unit.failure();
    }

    @Override
    public void commit(List<Change<?>> changes) {
        fault.commit(this, changes);
    }

    @Override
    public void close() {
        unit.close();
        fault.closed(this);
    }

    private <T> T reporting(Supplier<T> call) {
        try {
            return call.get();
        } catch (StoreFailure failure) {
            fault.failed(this);
            throw failure;
        }
    }
}
