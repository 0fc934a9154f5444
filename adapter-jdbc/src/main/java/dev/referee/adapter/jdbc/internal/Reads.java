package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads what is committed, one statement at a time: on a connection of its own, where the server ends what takes too long, or on the
 * transaction that the thread holds, within the limits of that one.
 */
final class Reads {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final DataSource dataSource;
    private final Pool pool;
    private final Shared shared;
    private final Duration slack;

    Reads(DataSource dataSource, Shared shared, Duration slack) {
        this.dataSource = dataSource;
        this.pool = new Pool(dataSource);
        this.shared = shared;
        this.slack = slack;
    }

    List<Row> query(Sql sql) {
        return query(sql, LIMIT);
    }

    /** @param limit of a read on a connection of its own */
    List<Row> query(Sql sql, Duration limit) {
        try {
            return TransactionSynchronizationManager.hasResource(dataSource) ? onBound(sql) : onOwn(sql, limit);
        } catch (SQLException e) {
            throw shared.classifier().failure(e, Phase.FACTS, Classifier.Statement.OTHER);
        }
    }

    private List<Row> onBound(Sql sql) throws SQLException {
        Connection connection = DataSourceUtils.doGetConnection(dataSource);
        try {
            return shared.statements().query(connection, sql);
        } finally {
            DataSourceUtils.doReleaseConnection(connection, dataSource);
        }
    }

    private List<Row> onOwn(Sql sql, Duration time) throws SQLException {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException | RuntimeException e) {
            throw new StoreFailure(
                    FailureKind.UNAVAILABLE, Phase.BEGIN, false, "no connection to the database could be had", e);
        }
        Session session = new Session(connection, pool, shared.dialect(), shared.classifier(), slack);
        session.enter(Phase.FACTS);
        boolean switched = false;
        try {
            List<String> limit = shared.dialect().settings().read(time);
            if (!limit.isEmpty() && connection.getAutoCommit()) {
                session.setAutoCommit(false);
                switched = true;
            }
            session.networkTimeout(time);
            session.send(limit);
            return shared.statements().query(connection, shared.dialect().read(sql, time));
        } catch (SQLException e) {
            session.note(e);
            throw e;
        } finally {
            giveBack(session, switched);
        }
    }

    private static void giveBack(Session session, boolean switched) throws SQLException {
        try {
            if (!session.connection().getAutoCommit()) {
                session.rollback();
            }
            if (switched) {
                session.setAutoCommit(true);
            }
        } catch (SQLException e) {
            session.note(e);
        } finally {
            session.close();
        }
    }
}
