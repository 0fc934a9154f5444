package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionResult;
import java.time.Duration;
import java.util.Optional;

/** A completed claim lives for its time once more. */
final class TimeBeginsAnewWithTheResult extends MapClaims {

    TimeBeginsAnewWithTheResult(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    Row recorded(Row row, ActionResult result) {
        return new Row(row.digest(), row.token(), now().plus(Duration.ofHours(1)), Optional.of(result));
    }
}
