package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.IdempotencyContract;

class PostgresIdempotencyTest extends IdempotencyContract {

    PostgresIdempotencyTest() {
        super(new PostgresDatabase());
    }
}
