package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.time.Duration;
import java.time.Instant;

/**
 * MySQL's clauses.
 *
 * @param capabilities what the server that was asked gives
 */
record MySqlDialect(Capabilities capabilities) implements Dialect {

    private static final ErrorTable ERRORS = MySqlErrors.mysql();

    private static final SessionSettings SETTINGS = new InnoDbSettings(
            "transaction_isolation", "max_execution_time", limit -> Long.toString(Limits.millis(limit)));

    @Override
    public String migrations() {
        return MySqlProbe.MIGRATIONS;
    }

    @Override
    public ErrorTable errors() {
        return ERRORS;
    }

    @Override
    public SessionSettings settings() {
        return SETTINGS;
    }

    /** No column type of MySQL keeps an instant whatever the time zones of session and JVM: a number does. */
    @Override
    public Object instant(Instant at) {
        return Row.micros(at);
    }

    /**
     * MySQL has no WAIT, and its lock time-out knows whole seconds only; a limit on the statement ends the wait to the millisecond. The limit
     * stands with NOWAIT and SKIP LOCKED too, because they do not cover a wait for a table that is being altered.
     */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        Sql limited = read(select, limit);
        return limited.withText(limited.text() + LockingRead.clause(wait));
    }

    @Override
    public Sql read(Sql select, Duration limit) {
        String hint = "SELECT /*+ MAX_EXECUTION_TIME(" + Limits.millis(limit) + ") */";
        return select.withText(hint + LockingRead.afterSelect(select));
    }

    @Override
    public boolean networkTimeout() {
        return true;
    }
}
