package dev.referee.acceptance.broken;

import java.time.Duration;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Where one who is to be overtaken waits for another one, for a short time at most. */
final class Meeting {

    private final Exchanger<Boolean> place = new Exchanger<>();
    private final Duration limit;

    Meeting(Duration limit) {
        this.limit = limit;
    }

    /** Whether another one came. */
    boolean awaitAnother() {
        try {
            place.exchange(true, limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException nobody) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
