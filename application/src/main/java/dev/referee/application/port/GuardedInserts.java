package dev.referee.application.port;

import dev.referee.application.lock.InsertAnswer;

/** Inserts rows whose unique constraints settle who was first. Safe for many threads; each call is made on the unit's own. */
public interface GuardedInserts {

    /**
     * Inserts the row, or finds the one that has one of its unique values already; waits for somebody who is inserting the same value, as
     * long as the unit has time.
     *
     * @throws StoreFailure of kind {@link FailureKind#CONTENTION} if the whole transaction should be run again (a deadlock; or the winner has
     *     gone again, so that nobody can be named); of kind {@link FailureKind#REJECTED} if another constraint than a declared one fired
     * @throws IllegalArgumentException if the unit is of another adapter, or the description was not given to this adapter when it was opened
     */
    <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row);
}
