package dev.referee.adapter.mysql;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as the servers' settings take them. Zero would mean "no limit" or "no wait", so nothing comes out as zero. */
final class Limits {

    /** The most that every setting in use takes: a year. */
    private static final long MAX_SECONDS = 31_536_000;

    /** What MAX_EXECUTION_TIME takes: 32 bits. */
    private static final long MAX_MILLIS = 4_294_967_295L;

    private Limits() {}

    /** Whole seconds, rounded up: the lock time-outs know nothing finer, and must not end a wait early. */
    static long wholeSeconds(Duration limit) {
        return clamp(limit.plusNanos(999_999_999).toSeconds(), MAX_SECONDS);
    }

    static long millis(Duration limit) {
        return clamp(limit.toSeconds() > MAX_SECONDS ? MAX_MILLIS : limit.toMillis(), MAX_MILLIS);
    }

    /** Seconds with a fraction, for MariaDB's {@code max_statement_time}: {@code 0.200}. */
    static String seconds(Duration limit) {
        return BigDecimal.valueOf(Math.min(millis(limit), MAX_SECONDS * 1_000), 3)
                .toPlainString();
    }

    private static long clamp(long value, long max) {
        return Math.max(1, Math.min(value, max));
    }
}
