package dev.referee.application.port;

import java.time.Duration;

/** Begins transactions on one store. Safe for use by many threads; a {@link UnitOfWork} belongs to the thread that began it. */
public interface UnitsOfWork {

    /**
     * Begins a transaction of its own at READ COMMITTED, or the engine's nearest.
     *
     * @param limit the time left for the whole unit of work, 1 ms or more: no statement after the lock outlives it by more than 200 ms or a
     *     tenth, by the server's own timer where it has one, and a silent peer is given up by the driver's network time-out
     * @throws TransactionAlreadyActive if the thread already holds a transaction on the same store
     * @throws StoreFailure of kind {@link FailureKind#UNAVAILABLE} if no connection can be had
     */
    UnitOfWork begin(Duration limit);

    /**
     * Takes part in the transaction that the thread already holds on the same store. Commit and rollback stay with the caller: {@link
     * UnitOfWork#commit} only writes, and a failure rolls the caller's transaction back and marks it, so that it can only roll back. (A callback
     * of the transaction's end that writes after that is not kept from it: the mark was looked at before.)
     *
     * @throws IllegalStateException if there is none, if it has been committed and its callbacks are run, if it is read-only, or if its isolation level is not READ COMMITTED
     * @throws UnsupportedOperationException if the store knows no such transactions; the capabilities say so
     */
    UnitOfWork join(Duration limit);
}
