package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * H2 locks no names, so a row is inserted and deleted again in the same transaction: until that ends, whoever inserts the same row waits, and
 * nobody ever sees one. Its key is a BIGINT because that is the key of the table itself; behind a unique index, which any other key has, H2
 * finds no deadlock (2.4.240: 40001 at once against a time-out).
 */
final class H2NameLocks implements NameLocks {

    static final String REASON = "H2 locks no names: the adapter inserts and deletes a row of its own table"
            + " (advisory_lock, keyed by 64 bits of the name's hash), which others wait for.";

    private static final String TABLE = "advisory_lock";

    private static final String INSERT = """
            INSERT INTO {advisory_lock} (id) VALUES (?)""";

    private static final String DELETE = """
            DELETE FROM {advisory_lock} WHERE id = ?""";

    /** Zero would stand for the database's default of seconds. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private static final int WAIT_ENDED = 50200;

    @Override
    public boolean take(Statements on, LockKey key, Duration limit) throws SQLException {
        boolean atOnce = limit.isZero();
        on.limit(atOnce ? AT_ONCE : limit);
        try {
            on.update(Sql.of(INSERT, key.number()));
        } catch (SQLException e) {
            // Only the statement was undone.
            if (atOnce && e.getErrorCode() == WAIT_ENDED) {
                return false;
            }
            throw e;
        }
        on.update(Sql.of(DELETE, key.number()));
        return true;
    }

    @Override
    public Optional<String> table() {
        return Optional.of(TABLE);
    }
}
