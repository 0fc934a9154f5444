package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockName;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Locks on names that the server does not end with the transaction, but whoever took them does. Here: rightly. */
abstract class OwnNames extends Fault {

    private static final long POLL_NANOS = 1_000_000;

    private final Map<LockName, Transaction> owners = new ConcurrentHashMap<>();

    @Override
    boolean lockName(Adapter healthy, Transaction transaction, LockName name, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (owners.computeIfAbsent(name, free -> transaction) != transaction) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        super.commit(transaction, changes);
        release(transaction);
    }

    @Override
    void closed(Transaction transaction) {
        release(transaction);
    }

    void release(Transaction transaction) {
        owners.values().removeIf(owner -> owner == transaction);
    }
}
