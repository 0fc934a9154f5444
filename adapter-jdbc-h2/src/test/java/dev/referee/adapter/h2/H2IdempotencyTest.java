package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.IdempotencyContract;

class H2IdempotencyTest extends IdempotencyContract {

    H2IdempotencyTest() {
        super(new H2Database());
    }
}
