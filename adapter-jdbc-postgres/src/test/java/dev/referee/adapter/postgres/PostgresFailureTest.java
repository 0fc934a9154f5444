package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.FailureContract;

class PostgresFailureTest extends FailureContract {

    PostgresFailureTest() {
        super(new PostgresDatabase());
    }
}
