package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * GET_LOCK. Its locks belong to the session, know nothing of transactions, and are counted: each is taken once, and given back by its name
 * after the transaction, never with all others, among which may be the embedding service's own. One server has one set of names, MySQL's
 * compared without regard to case and at most 64 characters long.
 *
 * @param waiting gives the query that waits for a name so long
 */
record UserLocks(BiFunction<String, Duration, Sql> waiting) implements NameLocks {

    private static final String PREFIX = "referee-";

    private static final String TRY = """
            SELECT GET_LOCK(?, 0) AS taken""";

    private static final String TAKEN = "taken";

    /** What MySQL answers to a statement that was killed; MariaDB answers NULL. */
    private static final int QUERY_INTERRUPTED = 1317;

    /** MySQL rounds seconds, so that a limit on the statement has to end the wait: 3024, after which the lock may have been taken or not. */
    static UserLocks limitedByStatement(BiFunction<Sql, Duration, Sql> limit) {
        return new UserLocks((name, wait) -> {
            long longer = Limits.wholeSeconds(wait) + 1;
            return limit.apply(Sql.of("SELECT GET_LOCK(?, " + longer + ") AS taken", name), wait);
        });
    }

    /** MariaDB waits by the microsecond. */
    static UserLocks limitedByItself() {
        return new UserLocks((name, wait) -> Sql.of("SELECT GET_LOCK(?, " + Limits.seconds(wait) + ") AS taken", name));
    }

    @Override
    public boolean take(Statements on, LockKey key, Duration limit) throws SQLException {
        String name = nameOf(key);
        Row answer = on.query(limit.isZero() ? Sql.of(TRY, name) : waiting.apply(name, limit))
                .get(0);
        if (answer.isNull(TAKEN)) {
            throw new SQLException("GET_LOCK answered NULL: it was ended", "70100", QUERY_INTERRUPTED);
        }
        return answer.number(TAKEN) == 1;
    }

    @Override
    public Optional<Sql> release(Collection<LockKey> keys) {
        String calls = keys.stream().map(key -> "RELEASE_LOCK(?)").collect(Collectors.joining(", "));
        return Optional.of(
                Sql.of("SELECT " + calls, keys.stream().map(UserLocks::nameOf).toArray()));
    }

    static String nameOf(LockKey key) {
        return PREFIX + key.hex();
    }
}
