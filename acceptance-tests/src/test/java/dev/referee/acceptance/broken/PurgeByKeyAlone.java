package dev.referee.acceptance.broken;

import java.time.Duration;
import java.util.List;

/** What is over is looked up, and then deleted by its key without another look. In between others may come. */
final class PurgeByKeyAlone extends MapClaims {

    PurgeByKeyAlone(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    private static final Duration GAP = Duration.ofMillis(20);

    @Override
    public int deleteExpired(int limit) {
        List<String> over;
        synchronized (shared) {
            over = expired(limit);
        }
        new Meeting(GAP).awaitAnother();
        synchronized (shared) {
            over.forEach(shared.rows::remove);
            return over.size();
        }
    }
}
