package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.IdempotencySchemaContract;

class H2IdempotencySchemaTest extends IdempotencySchemaContract {

    H2IdempotencySchemaTest() {
        super(new H2Database());
    }
}
