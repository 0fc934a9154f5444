package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Inserts, and on a declared duplicate reads the winner in a later statement. */
final class JdbcGuardedInserts implements GuardedInserts {

    /** The winner may go again once between the two statements; who meets that twice has met another race. */
    private static final int ATTEMPTS = 2;

    private final Shared shared;
    private final List<SqlGuardedInsert<?>> known;

    JdbcGuardedInserts(Shared shared, List<SqlGuardedInsert<?>> known) {
        this.shared = shared;
        this.known = known;
    }

    @Override
    public <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row) {
        JdbcUnitOfWork own = JdbcUnitOfWork.of(unit, shared);
        SqlGuardedInsert<V> sql = known(insert);
        return own.guarded(Phase.WRITE, () -> {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                own.before(Step.WRITE_AGGREGATE);
                Optional<String> guard = lost(own, sql, row);
                if (guard.isEmpty()) {
                    return new InsertAnswer.Inserted<>();
                }
                own.before(Step.FACTS);
                List<Row> winner = own.query(sql.find(guard.get(), row));
                if (!winner.isEmpty()) {
                    return new InsertAnswer.Found<>(guard.get(), sql.map(winner.get(0)));
                }
            }
            throw new StoreFailure(
                    FailureKind.CONTENTION,
                    Phase.WRITE,
                    false,
                    "somebody has the value, but cannot be seen",
                    new IllegalStateException("no row was found after a duplicate"));
        });
    }

    private <V> SqlGuardedInsert<V> known(GuardedInsert<V> insert) {
        if (insert instanceof SqlGuardedInsert<V> sql && known.contains(sql)) {
            return sql;
        }
        throw new IllegalArgumentException("a guarded insert must be a SqlGuardedInsert that was given to"
                + " JdbcAdapterBuilder.guards(...), but is a "
                + insert.getClass().getName());
    }

    /** Inserts; the guard that stood in the way, or empty if none did. */
    private <V> Optional<String> lost(JdbcUnitOfWork unit, SqlGuardedInsert<V> insert, V row) throws SQLException {
        Session session = unit.ready();
        try {
            // Not on the noting connection: a duplicate is no failure here.
            Optional<SQLException> duplicate =
                    new DuplicateInsert(session.driversOwn(), shared).run(insert.insert(row));
            return duplicate.isEmpty() ? Optional.empty() : Optional.of(guardOf(insert, duplicate.get()));
        } catch (SQLException e) {
            session.note(e);
            throw e;
        }
    }

    private <V> String guardOf(SqlGuardedInsert<V> insert, SQLException duplicate) throws SQLException {
        for (UniqueKey key : insert.keys()) {
            if (shared.dialect().uniqueKeys().isViolated(key, duplicate)) {
                return key.guard();
            }
        }
        throw duplicate;
    }
}
