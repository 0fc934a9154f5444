package dev.referee.application.port;

import dev.referee.application.lock.LockName;
import java.time.Duration;

/**
 * Locks on names, for what has no row to lock. A lock belongs to a transaction and ends with it: with commit, rollback, or the loss of its
 * connection. Two names may share one lock where an engine takes only a part of a name ({@link Feature#ADVISORY_LOCKS} says so where it has
 * none): they then wait for each other without need, and nothing worse. Safe for many threads; each call is made on the unit's own.
 */
public interface AdvisoryLocks {

    /**
     * Takes the lock, waiting up to this time for whoever holds it. Taking it again in the same transaction succeeds at once.
     *
     * @param limit 1 ms to 10 minutes
     * @return false if somebody else held it until the time had passed: then the unit can only be closed
     * @throws StoreFailure of kind {@link FailureKind#CONTENTION} if waiting would have closed a circle of waiting transactions
     * @throws IllegalArgumentException if the unit is of another adapter, or the limit out of range
     */
    boolean lock(UnitOfWork unit, LockName name, Duration limit);

    /**
     * Takes the lock if nobody else holds it.
     *
     * @return false if somebody else holds it; the unit goes on
     * @throws StoreFailure if the store failed, which says nothing about the lock
     * @throws IllegalArgumentException if the unit is of another adapter
     */
    boolean tryLock(UnitOfWork unit, LockName name);
}
