package dev.referee.acceptance.steps;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a bound. */
public final class Await {

    /** What never takes longer on a machine that works. */
    public static final Duration BOUND = Duration.ofSeconds(30);

    private static final long POLL_NANOS = 2_000_000;

    private Await() {}

    /** Returns once the condition holds. @throws TookTooLong if it does not within 30 s */
    public static void until(String what, BooleanSupplier condition) {
        long limit = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - limit > 0 || Thread.currentThread().isInterrupted()) {
                throw new TookTooLong("waited in vain until " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
