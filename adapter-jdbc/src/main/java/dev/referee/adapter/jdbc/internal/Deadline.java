package dev.referee.adapter.jdbc.internal;

import java.time.Duration;

/** The end of a unit of work, by the JVM's monotonic clock. */
final class Deadline {

    private static final Duration LEAST = Duration.ofMillis(1);

    /** So much may a statement's limit exceed the time that is left, or a tenth of that time: to set it anew costs a round trip. */
    private static final Duration TOLERATED = Duration.ofMillis(200);

    private final long end;

    Deadline(Duration limit) {
        if (limit.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("limit must be 1 ms or more, but is " + limit);
        }
        // A limit of centuries must not overflow.
        this.end = System.nanoTime()
                + Math.min(limit.toSeconds(), Duration.ofDays(365).toSeconds()) * 1_000_000_000L
                + limit.toNanosPart();
    }

    /** The time left, but at least 1 ms: a server takes 0 for no limit. */
    Duration rest() {
        return atLeast(Duration.ofNanos(end - System.nanoTime()));
    }

    boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    /** Whether a statement with this limit ends in time, and not too early. */
    static boolean fits(Duration limit, Duration rest) {
        Duration tenth = rest.dividedBy(10);
        Duration tolerated = tenth.compareTo(TOLERATED) > 0 ? tenth : TOLERATED;
        return limit.compareTo(rest) >= 0 && limit.minus(rest).compareTo(tolerated) <= 0;
    }

    static Duration atLeast(Duration some) {
        return some.compareTo(LEAST) < 0 ? LEAST : some;
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
