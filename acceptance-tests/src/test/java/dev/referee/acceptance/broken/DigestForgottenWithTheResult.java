package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.port.ClaimAnswer;
import java.time.Duration;

/** What was asked for is compared as long as there is no result. */
final class DigestForgottenWithTheResult extends MapClaims {

    DigestForgottenWithTheResult(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    ClaimAnswer answer(Row row, ActionDigest digest) {
        return super.answer(row, row.result().isPresent() ? row.digest() : digest);
    }
}
