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
 * MariaDB's clauses.
 *
 * @param capabilities what the server that was asked gives
 * @param settings depend on the version, which renamed a variable
 */
record MariaDbDialect(Capabilities capabilities, SessionSettings settings) implements Dialect {

    /** The first version that knows the isolation under MySQL's name; the old name is to go. */
    private static final Version RENAMED = new Version(11, 1, 1);

    private static final ErrorTable ERRORS = MySqlErrors.mariadb();

    static MariaDbDialect of(Version version, Capabilities capabilities) {
        String isolation = version.before(RENAMED) ? "tx_isolation" : "transaction_isolation";
        return new MariaDbDialect(capabilities, new InnoDbSettings(isolation, "max_statement_time", Limits::seconds));
    }

    @Override
    public String migrations() {
        return MySqlProbe.MIGRATIONS;
    }

    @Override
    public ErrorTable errors() {
        return ERRORS;
    }

    /** No column type of MariaDB keeps an instant whatever the time zones of session and JVM: a number does. */
    @Override
    public Object instant(Instant at) {
        return Row.micros(at);
    }

    /**
     * MariaDB's WAIT n takes whole seconds (0.3 answers at once); a limit on the statement ends the wait to the millisecond. The limit
     * stands with NOWAIT and SKIP LOCKED too, because they do not cover a wait for a table that is being altered.
     */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        Sql limited = read(select, limit);
        return limited.withText(limited.text() + LockingRead.clause(wait));
    }

    @Override
    public Sql read(Sql select, Duration limit) {
        String limited = "SET STATEMENT max_statement_time=" + Limits.seconds(limit) + " FOR SELECT";
        return select.withText(limited + LockingRead.afterSelect(select));
    }

    @Override
    public boolean networkTimeout() {
        return true;
    }
}
