package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.SessionContract;

class PostgresSessionTest extends SessionContract {

    PostgresSessionTest() {
        super(new PostgresDatabase());
    }
}
