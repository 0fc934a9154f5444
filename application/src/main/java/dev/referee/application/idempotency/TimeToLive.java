package dev.referee.application.idempotency;

import java.time.Duration;

/** How long a claim lives from the moment it was made, its result included: 1 s to 30 days, in whole milliseconds. */
public record TimeToLive(Duration value) {

    public static final Duration MIN = Duration.ofSeconds(1);
    public static final Duration MAX = Duration.ofDays(30);

    public TimeToLive {
        if (value.compareTo(MIN) < 0 || value.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("time to live must be 1 s to 30 days, but is " + value);
        }
        value = Duration.ofMillis(value.toMillis());
    }

    public static TimeToLive of(Duration value) {
        return new TimeToLive(value);
    }

    public long micros() {
        return value.toMillis() * 1_000;
    }
}
