package dev.referee.application.retry;

import java.time.Duration;

/**
 * How often and how long a transaction is run again: bounded attempts within a total time, with full jitter (a pause is drawn evenly
 * from the least pause to a ceiling that doubles with each attempt).
 *
 * @param attempts 1 to 100, the first included
 * @param total the time for all attempts and pauses, 1 ms to 1 hour
 * @param leastPause 0 ms or more
 * @param longestPause the ceiling of the ceiling, not below the least pause, at most 1 minute
 */
public record RetryPolicy(int attempts, Duration total, Duration leastPause, Duration longestPause) {

    /** 5 attempts, 10 s in all, pauses of 5 to 250 ms. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(5, Duration.ofSeconds(10), Duration.ofMillis(5), Duration.ofMillis(250));

    public RetryPolicy {
        if (attempts < 1 || attempts > 100) {
            throw new IllegalArgumentException("attempts must be 1 to 100, but is " + attempts);
        }
        if (total.compareTo(Duration.ofMillis(1)) < 0 || total.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("total time must be 1 ms to 1 hour, but is " + total);
        }
        if (leastPause.isNegative()
                || longestPause.compareTo(leastPause) < 0
                || longestPause.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("pauses must satisfy 0 <= least <= longest <= 1 minute, but are "
                    + leastPause + " and " + longestPause);
        }
    }

    public RetryPolicy withAttempts(int newAttempts) {
        return new RetryPolicy(newAttempts, total, leastPause, longestPause);
    }

    public RetryPolicy withTotal(Duration newTotal) {
        return new RetryPolicy(attempts, newTotal, leastPause, longestPause);
    }

    public RetryPolicy withPauses(Duration least, Duration longest) {
        return new RetryPolicy(attempts, total, least, longest);
    }

    /**
     * The pause after a failed attempt.
     *
     * @param attempt the one that failed, from 1
     * @param random 0 (included) to 1 (not included)
     */
    public Duration pauseAfter(int attempt, double random) {
        long least = leastPause.toNanos();
        long longest = longestPause.toNanos();
        long base = Math.max(least, 1_000_000L);
        int doublings = Math.min(attempt + 1, 30);
        long ceiling = base > longest >> doublings ? longest : base << doublings;
        return Duration.ofNanos(least + (long) ((Math.max(ceiling, least) - least) * random));
    }
}
