package dev.referee.application.idempotency;

import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.Check;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Deletes what is over in a store, batch after batch, at a pace that leaves the database to its claims: after each batch it rests twice as long
 * as that took, and 20 ms at least. May be run on several nodes at once. Safe for many threads.
 *
 * <p>Without rests, batches of 200 beside 200 claims a second on MySQL took the slowest hundredth of those claims to 191 ms; with them
 * docs/idempotency.md has the figures.
 */
public final class ExpiredClaims {

    private static final int BATCH = 200;
    private static final int RESTS = 2;
    private static final Duration LEAST_REST = Duration.ofMillis(20);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final IdempotencyStore store;
    private final LongSupplier nanos;
    private final Rest rest;

    ExpiredClaims(IdempotencyStore store, LongSupplier nanos, Rest rest) {
        this.store = store;
        this.nanos = nanos;
        this.rest = rest;
    }

    public static ExpiredClaims of(IdempotencyStore store) {
        return new ExpiredClaims(
                store, System::nanoTime, time -> Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000));
    }

    /**
     * Deletes until nothing that is over is left, or so much is deleted. A thread that is interrupted ends after its present batch and stays
     * interrupted.
     *
     * @param most 1 or more
     * @return how many were deleted
     * @throws dev.referee.application.port.StoreFailure if the store failed; what was deleted by then stays deleted
     */
    public long delete(long most) {
        Check.range("the most to delete", most, 1, Long.MAX_VALUE);
        long deleted = 0;
        while (true) {
            int asked = (int) Math.min(BATCH, most - deleted);
            long startedAt = nanos.getAsLong();
            int batch = store.deleteExpired(asked);
            deleted += batch;
            if (batch < asked || deleted == most || !rested(Duration.ofNanos(nanos.getAsLong() - startedAt))) {
                return deleted;
            }
        }
    }

    private boolean rested(Duration batchTook) {
        Duration time = batchTook.multipliedBy(RESTS);
        Duration atLeast = time.compareTo(LEAST_REST) < 0 ? LEAST_REST : time;
        try {
            rest.during(atLeast.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : atLeast);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A pause between two batches. */
    interface Rest {
        void during(Duration time) throws InterruptedException;
    }
}
