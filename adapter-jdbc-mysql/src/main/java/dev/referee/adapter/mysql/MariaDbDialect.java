package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.application.port.Capabilities;
import java.time.Duration;

/**
 * MariaDB's clauses.
 *
 * @param capabilities what the server that was asked gives
 * @param settings depend on the version, which renamed a variable
 */
record MariaDbDialect(Capabilities capabilities, SessionSettings settings) implements InnoDbDialect {

    /** The first version that knows the isolation under MySQL's name; the old name is to go. */
    private static final Version RENAMED = new Version(11, 1, 1);

    private static final NameLocks NAMES = UserLocks.limitedByItself();

    private static final ErrorTable ERRORS = MySqlErrors.mariadb();

    static MariaDbDialect of(Version version, Capabilities capabilities) {
        String isolation = version.before(RENAMED) ? "tx_isolation" : "transaction_isolation";
        return new MariaDbDialect(capabilities, new InnoDbSettings(isolation, "max_statement_time", Limits::seconds));
    }

    @Override
    public ErrorTable errors() {
        return ERRORS;
    }

    @Override
    public NameLocks names() {
        return NAMES;
    }

    @Override
    public Sql read(Sql select, Duration limit) {
        String limited = "SET STATEMENT max_statement_time=" + Limits.seconds(limit) + " FOR SELECT";
        return select.withText(limited + LockingRead.afterSelect(select));
    }

    /**
     * MariaDB looks at one row more, behind the last of the range, and keeps it locked: the next job that will be due, or the first of another
     * queue, which its workers would then pass over. (MySQL gives that one up.)
     */
    @Override
    public boolean limitsWhatItLocks() {
        return false;
    }
}
