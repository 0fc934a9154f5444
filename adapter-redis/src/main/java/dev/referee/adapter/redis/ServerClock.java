package dev.referee.adapter.redis;

/**
 * What is known of a server's clock: one reading of it, and when it was asked for. From it follows the latest that the clock can show at
 * another moment, if nobody sets it and both clocks run alike.
 */
record ServerClock(long micros, long askedNanos) {

    private static final long NANOS_PER_MICRO = 1_000;

    /** What the server's clock shows at most at this moment of {@link System#nanoTime}. */
    long latestAt(long nanos) {
        return micros + (nanos - askedNanos) / NANOS_PER_MICRO + 1;
    }
}
