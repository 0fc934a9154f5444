package dev.referee.application.command;

import dev.referee.application.retry.RetryBudget;
import dev.referee.application.retry.RetryPolicy;
import java.time.Duration;

/** The time that a command may take in all, and may spend waiting for its aggregate, over all its attempts. One thread. */
final class TimeBudget {

    private final RetryBudget total;
    private final Duration lockWait;
    private Duration waited = Duration.ZERO;

    TimeBudget(RetryPolicy policy, Duration lockWait) {
        this.total = new RetryBudget(policy);
        this.lockWait = lockWait;
    }

    /** At least {@link RetryBudget#LEAST}, which counts as spent. */
    Duration remaining() {
        return total.remaining();
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

    /** Returns false if there is to be no other attempt. */
    boolean pauseAfter(int attempt) {
        return total.pauseAfter(attempt);
    }
}
