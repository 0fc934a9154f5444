package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.AdapterContract;

class PostgresAdapterTest extends AdapterContract {

    PostgresAdapterTest() {
        super(new PostgresDatabase());
    }
}
