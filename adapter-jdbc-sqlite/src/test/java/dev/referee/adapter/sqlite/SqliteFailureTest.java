package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.FailureContract;

class SqliteFailureTest extends FailureContract {

    SqliteFailureTest() {
        super(new SqliteDatabase());
    }
}
