package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Advisory locks of the transaction: they take 64 bits, end with the transaction (or with a savepoint that is rolled back to), and are counted,
 * so that taking one again succeeds. {@code statement_timeout} ends the wait.
 */
final class PostgresNameLocks implements NameLocks {

    private static final String LOCK = """
            SELECT true AS taken FROM pg_advisory_xact_lock(?)""";

    private static final String TRY = """
            SELECT pg_try_advisory_xact_lock(?) AS taken""";

    @Override
    public boolean take(Statements on, LockKey key, Duration limit) throws SQLException {
        return on.query(Sql.of(limit.isZero() ? TRY : LOCK, key.number()))
                .get(0)
                .bool("taken");
    }
}
