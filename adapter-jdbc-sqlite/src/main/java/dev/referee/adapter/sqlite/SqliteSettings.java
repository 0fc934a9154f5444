package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The time to wait is all that is set, for the one statement that ever waits: the one that takes the write lock. Each transaction is
 * serializable, and whoever holds the lock sees what is committed last.
 *
 * @param before the time to wait that the session came with, in milliseconds
 */
record SqliteSettings(int before) implements SessionSettings {

    /** SQLite counts what it meant to sleep: a wait of 1,250 ms took up to 1,917 on a busy machine. The flow repeats slices until the time is over. */
    static final Duration SLICE = Duration.ofMillis(25);

    private static final String WAIT = """
            PRAGMA busy_timeout = %d""";

    private static final String WAITS = """
            PRAGMA busy_timeout""";

    /** A session has no place where SQL could keep a value. */
    @Override
    public SessionSettings of(Connection connection) throws SQLException {
        return new SqliteSettings(Answers.number(connection, WAITS));
    }

    @Override
    public List<String> begin(Duration first, Duration rest) {
        return List.of(waiting(Math.min(first.toMillis(), SLICE.toMillis())));
    }

    @Override
    public List<String> join(Duration first, Duration rest) {
        return begin(first, rest);
    }

    @Override
    public List<String> limit(Duration statement) {
        return begin(statement, statement);
    }

    @Override
    public boolean boundsLock() {
        return true;
    }

    @Override
    public List<String> restore() {
        return List.of(waiting(before));
    }

    @Override
    public List<String> restoreJoined() {
        return restore();
    }

    /** A failed statement leaves the session usable, with our setting. */
    @Override
    public boolean restoresAfterFailure() {
        return true;
    }

    private static String waiting(long millis) {
        return WAIT.formatted(millis);
    }
}
