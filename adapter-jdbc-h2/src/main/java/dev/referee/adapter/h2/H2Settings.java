package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Settings of H2 belong to the session. The lock time-out is kept in a variable of the session and put back from there. The isolation level is
 * asked of the driver, which knows it: to look it up among all sessions now and then fails inside H2 while others come and go.
 *
 * @param isolation the level that the session came with
 */
record H2Settings(Isolation isolation) implements SessionSettings {

    private static final String SAVE_LOCK_TIMEOUT = """
            SET @REFEREE_LOCK_TIMEOUT = LOCK_TIMEOUT()""";

    private static final String LIMIT = """
            SET LOCK_TIMEOUT %d""";

    private static final String SET_ISOLATION = """
            SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL %s""";

    private static final String RESTORE_LOCK_TIMEOUT = """
            SET LOCK_TIMEOUT @REFEREE_LOCK_TIMEOUT""";

    private static final String FORGET_LOCK_TIMEOUT = """
            SET @REFEREE_LOCK_TIMEOUT = NULL""";

    /** The levels of H2, with the numbers that its driver gives them. */
    enum Isolation {
        READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
        READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
        REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
        SNAPSHOT(6),
        SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

        private final int number;

        Isolation(int number) {
            this.number = number;
        }

        static Isolation of(Connection connection) throws SQLException {
            int number = connection.getTransactionIsolation();
            return Arrays.stream(values())
                    .filter(each -> each.number == number)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("H2 has no isolation level " + number));
        }

        private String set() {
            return SET_ISOLATION.formatted(name().replace('_', ' '));
        }
    }

    /** For a session that was not asked yet. */
    static H2Settings unknown() {
        return new H2Settings(Isolation.READ_COMMITTED);
    }

    @Override
    public SessionSettings of(Connection connection) throws SQLException {
        return new H2Settings(Isolation.of(connection));
    }

    @Override
    public List<String> begin(Duration first, Duration rest) {
        return isolation == Isolation.READ_COMMITTED
                ? List.of(SAVE_LOCK_TIMEOUT, limitOf(rest))
                : List.of(SAVE_LOCK_TIMEOUT, Isolation.READ_COMMITTED.set(), limitOf(rest));
    }

    @Override
    public List<String> join(Duration first, Duration rest) {
        return List.of(SAVE_LOCK_TIMEOUT, limitOf(rest));
    }

    @Override
    public List<String> limit(Duration statement) {
        return List.of(limitOf(statement));
    }

    @Override
    public boolean boundsLock() {
        return false;
    }

    @Override
    public List<String> restore() {
        return isolation == Isolation.READ_COMMITTED
                ? List.of(RESTORE_LOCK_TIMEOUT, FORGET_LOCK_TIMEOUT)
                : List.of(isolation.set(), RESTORE_LOCK_TIMEOUT, FORGET_LOCK_TIMEOUT);
    }

    @Override
    public List<String> restoreJoined() {
        return List.of(RESTORE_LOCK_TIMEOUT, FORGET_LOCK_TIMEOUT);
    }

    /** A failed statement leaves the session usable, with our settings. */
    @Override
    public boolean restoresAfterFailure() {
        return true;
    }

    private static String limitOf(Duration limit) {
        return LIMIT.formatted(Math.min(Math.max(1, limit.toMillis()), Integer.MAX_VALUE));
    }
}
