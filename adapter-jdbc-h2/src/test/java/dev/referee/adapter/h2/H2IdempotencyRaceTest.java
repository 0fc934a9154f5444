package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.IdempotencyRaceContract;

class H2IdempotencyRaceTest extends IdempotencyRaceContract {

    H2IdempotencyRaceTest() {
        super(new H2Database());
    }
}
