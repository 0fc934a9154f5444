package dev.referee.acceptance.broken;

import dev.referee.application.lock.Token;
import java.time.Duration;

/** A result is recorded under its key, whoever has the claim by then. */
final class RecordByKeyAlone extends MapClaims {

    RecordByKeyAlone(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    boolean mayRecord(Row row, Token token) {
        return isLive(row);
    }
}
