package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.time.Duration;
import java.util.List;

/** Settings of H2 belong to the session. They are kept in variables of the session and put back from there. */
final class H2Settings implements SessionSettings {

    private static final String SAVE_LOCK_TIMEOUT = """
            SET @REFEREE_LOCK_TIMEOUT = LOCK_TIMEOUT()""";

    private static final String SAVE_ISOLATION = """
            SET @REFEREE_ISOLATION = (SELECT ISOLATION_LEVEL FROM INFORMATION_SCHEMA.SESSIONS
                                       WHERE SESSION_ID = SESSION_ID())""";

    private static final String READ_COMMITTED = """
            SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED""";

    private static final String LIMIT = """
            SET LOCK_TIMEOUT %d""";

    private static final String RESTORE_ISOLATION = """
            EXECUTE IMMEDIATE 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL ' || @REFEREE_ISOLATION""";

    private static final String RESTORE_LOCK_TIMEOUT = """
            SET LOCK_TIMEOUT @REFEREE_LOCK_TIMEOUT""";

    private static final String FORGET_LOCK_TIMEOUT = """
            SET @REFEREE_LOCK_TIMEOUT = NULL""";

    private static final String FORGET_ISOLATION = """
            SET @REFEREE_ISOLATION = NULL""";

    @Override
    public List<String> begin(Duration first, Duration rest) {
        return List.of(SAVE_ISOLATION, SAVE_LOCK_TIMEOUT, READ_COMMITTED, limitOf(rest));
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
        return List.of(RESTORE_ISOLATION, RESTORE_LOCK_TIMEOUT, FORGET_ISOLATION, FORGET_LOCK_TIMEOUT);
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
