package dev.referee.acceptance.sql;

import dev.referee.acceptance.AcceptanceSuite;
import dev.referee.acceptance.engine.EngineFixture;

class Postgres14AcceptanceTest extends AcceptanceSuite {

    @Override
    public EngineFixture engine() {
        return new SqlFixture(SqlEngine.POSTGRESQL_14);
    }
}
