package dev.referee.application.command;

import java.time.Duration;

/** The time that a command may take in all, and may spend waiting for its aggregate, over all its attempts. One thread. */
final class TimeBudget {

    static final Duration LEAST = Duration.ofMillis(1);

    private final long startedAt = System.nanoTime();
    private final Duration total;
    private final Duration lockWait;
    private Duration waited = Duration.ZERO;

    TimeBudget(Duration total, Duration lockWait) {
        this.total = total;
        this.lockWait = lockWait;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    /** At least {@link #LEAST}, which counts as spent. */
    Duration remaining() {
        Duration left = total.minus(elapsed());
        return left.compareTo(LEAST) < 0 ? LEAST : left;
    }

    /** May be zero or negative. */
    Duration remainingLockWait() {
        Duration left = lockWait.minus(waited);
        Duration remaining = remaining();
        return left.compareTo(remaining) < 0 ? left : remaining;
    }

    void spendLockWait(Duration time) {
        waited = waited.plus(time);
    }

    Duration waited() {
        return waited;
    }

    static boolean isSpent(Duration left) {
        return left.compareTo(LEAST) <= 0;
    }
}
