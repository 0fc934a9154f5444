package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.EngineFixture;

/** The fixtures of this package, for tests of the suite. */
public final class SqlFixtures {

    private SqlFixtures() {}

    public static EngineFixture postgres18() {
        return new SqlFixture(SqlEngine.POSTGRESQL_18);
    }
}
