package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.application.port.Capabilities;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * MySQL's clauses.
 *
 * @param capabilities what the server that was asked gives
 */
record MySqlDialect(Capabilities capabilities) implements InnoDbDialect {

    private static final NameLocks NAMES = UserLocks.limitedByStatement(MySqlDialect::limited);

    private static final ErrorTable ERRORS = MySqlErrors.mysql();

    private static final SessionSettings SETTINGS = new InnoDbSettings(
            "transaction_isolation", "max_execution_time", limit -> Long.toString(Limits.millis(limit)));

    @Override
    public void meet(Connection connection) throws SQLException {
        Escapes.requireFaithful(connection);
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    @Override
    public ErrorTable errors() {
        return ERRORS;
    }

    @Override
    public SessionSettings settings() {
        return SETTINGS;
    }

    @Override
    public NameLocks names() {
        return NAMES;
    }

    @Override
    public Sql read(Sql select, Duration limit) {
        return limited(select, limit);
    }

    private static Sql limited(Sql select, Duration limit) {
        String hint = "SELECT /*+ MAX_EXECUTION_TIME(" + Limits.millis(limit) + ") */";
        return select.withText(hint + LockingRead.afterSelect(select));
    }

    @Override
    public boolean limitsWhatItLocks() {
        return true;
    }
}
