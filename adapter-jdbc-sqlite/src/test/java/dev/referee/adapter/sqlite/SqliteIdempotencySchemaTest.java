package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.IdempotencySchemaContract;

class SqliteIdempotencySchemaTest extends IdempotencySchemaContract {

    SqliteIdempotencySchemaTest() {
        super(new SqliteDatabase());
    }
}
