package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.ConnectionContract;

class SqliteConnectionTest extends ConnectionContract {

    SqliteConnectionTest() {
        super(new SqliteDatabase());
    }
}
