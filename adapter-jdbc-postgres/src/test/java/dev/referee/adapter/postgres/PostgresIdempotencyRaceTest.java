package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.IdempotencyRaceContract;

class PostgresIdempotencyRaceTest extends IdempotencyRaceContract {

    PostgresIdempotencyRaceTest() {
        super(new PostgresDatabase());
    }
}
