package dev.referee.adapter.inmemory;

import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Begins units of work, one for a thread at a time. */
final class InMemoryUnits implements UnitsOfWork {

    static final String NO_JOINING =
            "There are no transactions but the adapter's own units of work, so there is nothing to take part in.";

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final CommittedRows committed;
    private final StepListener listener;
    private final RowLocks locks = new RowLocks();
    private final Set<Thread> active = ConcurrentHashMap.newKeySet();

    InMemoryUnits(CommittedRows committed, StepListener listener) {
        this.committed = committed;
        this.listener = listener;
    }

    @Override
    public UnitOfWork begin(Duration limit) {
        return begin(limit, listener);
    }

    /** A unit of the store's own that is no command, and of which no listener is told. */
    InMemoryUnit beginOwn(Duration limit) {
        return begin(limit, StepListener.NONE);
    }

    private InMemoryUnit begin(Duration limit, StepListener steps) {
        if (limit.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("limit must be 1 ms or more, but is " + limit);
        }
        requireNone();
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        steps.before(Step.BEGIN);
        Thread owner = Thread.currentThread();
        active.add(owner);
        return new InMemoryUnit(committed, locks, steps, deadline, () -> active.remove(owner));
    }

    @Override
    public UnitOfWork join(Duration limit) {
        throw new UnsupportedOperationException(NO_JOINING);
    }

    void requireNone() {
        if (active.contains(Thread.currentThread())) {
            throw new TransactionAlreadyActive();
        }
    }

    /** The unit that is of this store. */
    InMemoryUnit require(UnitOfWork unit) {
        if (unit instanceof InMemoryUnit own && own.isOf(committed)) {
            return own;
        }
        throw new IllegalArgumentException("the unit of work was not begun by this adapter, but is a "
                + unit.getClass().getName());
    }

    int waiting() {
        return locks.waitingUnits();
    }
}
