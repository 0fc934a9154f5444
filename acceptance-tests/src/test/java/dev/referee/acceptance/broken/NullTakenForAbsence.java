package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.port.ClaimAnswer;
import java.time.Duration;
import java.util.Optional;

/** A result that is null counts as none. */
final class NullTakenForAbsence extends MapClaims {

    NullTakenForAbsence(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    ClaimAnswer answer(Row row, ActionDigest digest) {
        boolean isNull = row.result().equals(Optional.of(ActionResult.NULL));
        return super.answer(isNull ? new Row(row.digest(), row.token(), row.end(), Optional.empty()) : row, digest);
    }
}
