package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.ConnectionContract;

class PostgresConnectionTest extends ConnectionContract {

    PostgresConnectionTest() {
        super(new PostgresDatabase());
    }
}
