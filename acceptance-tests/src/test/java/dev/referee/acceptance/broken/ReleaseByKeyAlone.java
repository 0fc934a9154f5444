package dev.referee.acceptance.broken;

import dev.referee.application.lock.Token;
import java.time.Duration;

/** A claim is released under its key, whoever has it by then. */
final class ReleaseByKeyAlone extends MapClaims {

    ReleaseByKeyAlone(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    boolean mayRelease(Row row, Token token) {
        return isLive(row) && row.result().isEmpty();
    }
}
