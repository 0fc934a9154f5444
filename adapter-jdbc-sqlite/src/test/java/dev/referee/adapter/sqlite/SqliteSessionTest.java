package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.SessionContract;

class SqliteSessionTest extends SessionContract {

    SqliteSessionTest() {
        super(new SqliteDatabase());
    }
}
