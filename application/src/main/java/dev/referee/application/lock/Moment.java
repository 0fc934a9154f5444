package dev.referee.application.lock;

import java.time.Duration;

/**
 * A moment by both of the machine's clocks. The monotonic one may stand still while the machine sleeps, and the wall clock may be set; so the
 * time since is the larger of the two differences: a step of the wall clock can only end something too early.
 */
record Moment(TimeSource source, long nanos, long millis) {

    /** Where the time comes from. */
    interface TimeSource {

        TimeSource SYSTEM = new TimeSource() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public long millis() {
                return System.currentTimeMillis();
            }
        };

        /** A monotonic clock. */
        long nanos();

        /** The wall clock. */
        long millis();
    }

    static Moment now(TimeSource source) {
        return new Moment(source, source.nanos(), source.millis());
    }

    Duration elapsed() {
        Duration monotonic = Duration.ofNanos(source.nanos() - nanos);
        Duration wall = Duration.ofMillis(source.millis() - millis);
        return monotonic.compareTo(wall) > 0 ? monotonic : wall;
    }
}
