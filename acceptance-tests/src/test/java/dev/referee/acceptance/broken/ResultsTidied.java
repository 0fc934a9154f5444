package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionResult;
import java.time.Duration;

/** JSON is stored without the blanks that it had. */
final class ResultsTidied extends MapClaims {

    ResultsTidied(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    Row recorded(Row row, ActionResult result) {
        return row.with(ActionResult.of(result.value()));
    }
}
