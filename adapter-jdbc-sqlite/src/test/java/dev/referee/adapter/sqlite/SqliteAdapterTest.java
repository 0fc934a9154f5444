package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.AdapterContract;

class SqliteAdapterTest extends AdapterContract {

    SqliteAdapterTest() {
        super(new SqliteDatabase());
    }
}
