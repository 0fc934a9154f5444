package dev.referee.application.lock;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The answer to asking for one row's lock.
 *
 * @param <S> the aggregate's state
 */
public sealed interface LockAnswer<S> {

    /** The row is locked until the transaction ends; the state was read under the lock. */
    record Locked<S>(S state) implements LockAnswer<S> {}

    /** There is no such row, and nothing is locked: somebody may insert it at any time. */
    record Absent<S>() implements LockAnswer<S> {}

    /**
     * Somebody else holds the row. After {@link LockWait.Skip} the transaction goes on; after a timed or refused wait it can only be rolled
     * back (PostgreSQL has aborted it already, and the others are treated alike).
     */
    record Busy<S>() implements LockAnswer<S> {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super S, ? extends R> locked, Supplier<? extends R> absent, Supplier<? extends R> busy) {
        if (this instanceof Locked<S> l) {
            return locked.apply(l.state());
        }
        return this instanceof Absent<S> ? absent.get() : busy.get();
    }
}
