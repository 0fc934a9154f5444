package dev.referee.acceptance.broken;

import dev.referee.application.lock.Token;
import java.time.Duration;

/** The token is asked for, the time is not. */
final class RecordAfterTheEnd extends MapClaims {

    RecordAfterTheEnd(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    boolean mayRecord(Row row, Token token) {
        return row.token().equals(token);
    }
}
