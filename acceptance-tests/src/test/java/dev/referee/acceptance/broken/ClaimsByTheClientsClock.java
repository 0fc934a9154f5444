package dev.referee.acceptance.broken;

import java.time.Duration;
import java.time.Instant;

/** Whoever asks decides by its own clock whether a claim is over. */
final class ClaimsByTheClientsClock extends MapClaims {

    ClaimsByTheClientsClock(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    Instant now() {
        return super.now().plus(clientsClock);
    }
}
