package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.IdempotencyFixture;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.function.BiFunction;

/** The contract kit's view of a store in a map, be it right or wrong. */
record MapClaimsFixture(BiFunction<MapClaims.Rows, Duration, MapClaims> claims) implements IdempotencyFixture {

    @Override
    public Store openEmpty() {
        MapClaims.Rows rows = new MapClaims.Rows();
        return new Store() {
            @Override
            public IdempotencyStore idempotency() {
                return underClock(Duration.ZERO);
            }

            @Override
            public IdempotencyStore underClock(Duration ahead) {
                return claims.apply(rows, ahead);
            }

            @Override
            public void advance(Duration by) {
                rows.advance(by);
            }

            @Override
            public boolean standsStill() {
                return true;
            }
        };
    }
}
