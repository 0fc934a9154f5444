package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.port.ClaimAnswer;
import java.time.Duration;
import java.util.Optional;

/** A claim reads, and writes what follows from it in a second step. Who finds a key free waits for another one that does, as it may come about. */
final class ReadThenWrite extends MapClaims {

    ReadThenWrite(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    private final Meeting meeting = new Meeting(Duration.ofMillis(500));

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        Optional<Row> found;
        synchronized (shared) {
            found = found(key);
        }
        if (found.isEmpty()) {
            meeting.awaitAnother();
        }
        synchronized (shared) {
            return found.map(row -> answer(row, digest)).orElseGet(() -> put(key, digest, time));
        }
    }
}
