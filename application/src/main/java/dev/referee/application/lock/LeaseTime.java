package dev.referee.application.lock;

import java.time.Duration;

/**
 * For how long a lease or a claim is asked: 50 ms to 24 hours, in whole milliseconds.
 */
public record LeaseTime(Duration value) {

    public static final Duration MIN = Duration.ofMillis(50);
    public static final Duration MAX = Duration.ofHours(24);

    public LeaseTime {
        if (value.compareTo(MIN) < 0 || value.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("lease time must be 50 ms to 24 h, but is " + value);
        }
        value = Duration.ofMillis(value.toMillis());
    }

    public static LeaseTime of(Duration value) {
        return new LeaseTime(value);
    }

    public long micros() {
        return value.toMillis() * 1_000;
    }
}
