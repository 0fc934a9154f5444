package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.jdbc.JdbcConnection;

/** A transaction on a connection of its own. */
final class SqlRawSession implements RawSession {

    private final SqlEngine engine;
    private final Connection connection;

    SqlRawSession(SqlEngine engine, Connection connection) {
        this.engine = engine;
        this.connection = connection;
        executeAll(engine.ownSession());
        run(() -> connection.setAutoCommit(false));
    }

    @Override
    public void lockAccount(Subject account) {
        execute(SqlTools.of(engine.server()).lockAccount(), account.value());
    }

    @Override
    public void deposit(Subject account, long cents) {
        execute("UPDATE account SET cents = cents + ?, revision = revision + 1 WHERE id = ?", cents, account.value());
    }

    @Override
    public void insertFee(CaseId parent, int number, long cents) {
        execute(
                "INSERT INTO referee_permit_fee (case_id, line, description, amount_cents) VALUES (?, ?, ?, ?)",
                parent.value(),
                number,
                "inserted by another program",
                cents);
    }

    @Override
    public void insertOperation(OperationKey key) {
        execute(
                "INSERT INTO referee_operation (namespace, subject, operation_id, aggregate_id, actor_role, actor_id,"
                        + " command_name, command_version, digest, execution, revision, outcome, at)"
                        + " VALUES (?, ?, ?, ?, 'role', 'id', 'any', 1, 'd', 'e', 1, '1', "
                        + SqlTools.of(engine.server()).now() + ")",
                key.namespace().value(),
                key.subject().value(),
                key.operationId().value(),
                key.subject().value());
    }

    @Override
    public void insertAudit(Namespace namespace, Subject aggregate, Revision revision) {
        execute(
                "INSERT INTO referee_audit (namespace, aggregate_id, revision, action, actor_role, actor_id, reason, at)"
                        + " VALUES (?, ?, ?, 'any', 'role', 'id', 'other', "
                        + SqlTools.of(engine.server()).now() + ")",
                namespace.value(),
                aggregate.value(),
                revision.value());
    }

    @Override
    public void preferToSurvive() {
        executeAll(engine.preferToSurvive());
    }

    @Override
    public void commit() {
        run(connection::commit);
    }

    @Override
    public void kill() {
        run(() -> {
            // H2 has no such thing as a lost connection: its session ends as that of a process that dies.
            if (connection instanceof JdbcConnection inProcess) {
                inProcess.getSession().close();
            }
            if (engine.server() == TestServers.SQLITE) {
                // Its abort does nothing. What is open is rolled back, as the next one finds it after a crash.
                connection.close();
            }
            connection.abort(Runnable::run);
        });
    }

    @Override
    public void close() {
        run(() -> {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.close();
            }
        });
    }

    private void executeAll(List<String> statements) {
        run(() -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        });
    }

    private void execute(String sql, Object... parameters) {
        run(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, parameters[i]);
                }
                statement.execute();
            }
        });
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (SQLException e) {
            throw new IllegalStateException("another program's statement failed", e);
        }
    }
}
