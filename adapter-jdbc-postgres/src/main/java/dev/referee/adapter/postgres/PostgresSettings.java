package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.time.Duration;
import java.util.List;

/**
 * Settings that end with the transaction, sent as one string. The time of each statement is limited, not that of each lock: {@code
 * lock_timeout} begins anew with every holder that a waiter meets.
 */
final class PostgresSettings implements SessionSettings {

    private static final String BEGIN = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
            SET LOCAL lock_timeout = 0;
            SET LOCAL statement_timeout = %d""";

    private static final String LIMIT = """
            SET LOCAL statement_timeout = %d""";

    private static final String SAVE_AND_LIMIT = """
            SELECT set_config('referee.statement_timeout', current_setting('statement_timeout'), true),
                   set_config('referee.lock_timeout', current_setting('lock_timeout'), true);
            SET LOCAL lock_timeout = 0;
            SET LOCAL statement_timeout = %d""";

    private static final String RESTORE = """
            SELECT set_config('statement_timeout', current_setting('referee.statement_timeout'), true),
                   set_config('lock_timeout', current_setting('referee.lock_timeout'), true)""";

    @Override
    public List<String> begin(Duration first, Duration rest) {
        return List.of(BEGIN.formatted(millis(first)));
    }

    @Override
    public List<String> join(Duration first, Duration rest) {
        return List.of(SAVE_AND_LIMIT.formatted(millis(first)));
    }

    @Override
    public List<String> limit(Duration statement) {
        return List.of(LIMIT.formatted(millis(statement)));
    }

    @Override
    public List<String> read(Duration limit) {
        return limit(limit);
    }

    @Override
    public boolean boundsLock() {
        return true;
    }

    @Override
    public List<String> restore() {
        return List.of();
    }

    @Override
    public List<String> restoreJoined() {
        return List.of(RESTORE);
    }

    /** The server has aborted the transaction, and its settings end with it. */
    @Override
    public boolean restoresAfterFailure() {
        return false;
    }

    private static long millis(Duration limit) {
        return Math.min(Math.max(1, limit.toMillis()), Integer.MAX_VALUE);
    }
}
