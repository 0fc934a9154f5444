package dev.referee.application.lock;

import java.time.Duration;
import java.util.function.Function;

/** How long a caller is ready to wait for a row that somebody else has locked. */
public sealed interface LockWait {

    /** The longest wait that can be asked for. */
    Duration MAX = Duration.ofMinutes(10);

    /**
     * Waits up to this long, counted from the first row that is waited for to the answer, however many others queue. Ended by the
     * server's own timer.
     *
     * @param limit 1 ms to 10 minutes, in whole milliseconds
     */
    record UpTo(Duration limit) implements LockWait {
        public UpTo {
            if (limit.compareTo(Duration.ofMillis(1)) < 0 || limit.compareTo(MAX) > 0) {
                throw new IllegalArgumentException("lock wait must be 1 ms to " + MAX + ", but is " + limit);
            }
            limit = Duration.ofMillis(limit.toMillis());
        }
    }

    /** Answers at once that the row is busy. */
    record NoWait() implements LockWait {}

    /** Passes over the row, and goes on in the same transaction. */
    record Skip() implements LockWait {}

    static LockWait upTo(Duration limit) {
        return new UpTo(limit);
    }

    static LockWait noWait() {
        return new NoWait();
    }

    static LockWait skip() {
        return new Skip();
    }

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super UpTo, ? extends R> upTo,
            Function<? super NoWait, ? extends R> noWait,
            Function<? super Skip, ? extends R> skip) {
        if (this instanceof UpTo u) {
            return upTo.apply(u);
        }
        if (this instanceof NoWait n) {
            return noWait.apply(n);
        }
        return skip.apply((Skip) this);
    }
}
