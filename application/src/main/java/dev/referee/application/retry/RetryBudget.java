package dev.referee.application.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The time that is left to one piece of work over all its attempts; it runs from the moment that this is made. Used by one thread. */
public final class RetryBudget {

    /** What is left at least, and counts as nothing. */
    public static final Duration LEAST = Duration.ofMillis(1);

    private final long startedAt = System.nanoTime();
    private final RetryPolicy policy;

    public RetryBudget(RetryPolicy policy) {
        this.policy = policy;
    }

    /** What is left of the policy's total; at least {@link #LEAST}, which counts as spent. */
    public Duration remaining() {
        Duration left = policy.total().minus(Duration.ofNanos(System.nanoTime() - startedAt));
        return left.compareTo(LEAST) < 0 ? LEAST : left;
    }

    public static boolean isSpent(Duration left) {
        return left.compareTo(LEAST) <= 0;
    }

    /**
     * Pauses before another attempt.
     *
     * @param attempt the one that failed, from 1
     * @return false if there is to be none: it was the last, no time is left for another, or the thread was interrupted (and is again)
     */
    public boolean pauseAfter(int attempt) {
        if (attempt >= policy.attempts()) {
            return false;
        }
        Duration pause = policy.pauseAfter(attempt, ThreadLocalRandom.current().nextDouble());
        if (isSpent(remaining().minus(pause))) {
            return false;
        }
        try {
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
