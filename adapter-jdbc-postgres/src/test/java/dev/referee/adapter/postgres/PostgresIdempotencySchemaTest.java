package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.IdempotencySchemaContract;

class PostgresIdempotencySchemaTest extends IdempotencySchemaContract {

    PostgresIdempotencySchemaTest() {
        super(new PostgresDatabase());
    }
}
