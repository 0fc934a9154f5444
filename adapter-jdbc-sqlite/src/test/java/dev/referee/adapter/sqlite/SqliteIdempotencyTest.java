package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.IdempotencyContract;

class SqliteIdempotencyTest extends IdempotencyContract {

    SqliteIdempotencyTest() {
        super(new SqliteDatabase());
    }
}
