package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.IdempotencyKey;
import java.time.Duration;
import java.util.Locale;

/** Keys that differ in the case of letters only are one key. */
final class ClaimsWithoutCase extends MapClaims {

    ClaimsWithoutCase(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    String textOf(IdempotencyKey key) {
        return super.textOf(key).toLowerCase(Locale.ROOT);
    }
}
