package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.IdempotencyRaceContract;

class SqliteIdempotencyRaceTest extends IdempotencyRaceContract {

    SqliteIdempotencyRaceTest() {
        super(new SqliteDatabase());
    }
}
