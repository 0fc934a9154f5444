package dev.referee.adapter.inmemory;

import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.UnitOfWork;
import java.time.Duration;

/** Locks names as if they were rows; they are compared as they are. */
final class InMemoryAdvisoryLocks implements AdvisoryLocks {

    private final InMemoryUnits units;

    InMemoryAdvisoryLocks(InMemoryUnits units) {
        this.units = units;
    }

    @Override
    public boolean lock(UnitOfWork unit, LockName name, Duration limit) {
        LockWait wait = LockWait.upTo(limit);
        return units.require(unit).lockName(name, wait);
    }

    /** Whoever passes over a row goes on. */
    @Override
    public boolean tryLock(UnitOfWork unit, LockName name) {
        return units.require(unit).lockName(name, LockWait.skip());
    }
}
