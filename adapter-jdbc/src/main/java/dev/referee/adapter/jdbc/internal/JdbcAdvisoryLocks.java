package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.UnitOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Locks names by the engine's clause, on the connection of the unit of work. */
final class JdbcAdvisoryLocks implements AdvisoryLocks {

    private final Shared shared;
    private final Tables tables;
    private final String schema;

    /** @param schema where the tables are, also if they are in the connection's own */
    JdbcAdvisoryLocks(Shared shared, Tables tables, String schema) {
        this.shared = shared;
        this.tables = tables;
        this.schema = schema;
    }

    @Override
    public boolean lock(UnitOfWork unit, LockName name, Duration limit) {
        LockWait wait = LockWait.upTo(limit);
        JdbcUnitOfWork own = JdbcUnitOfWork.of(unit, shared);
        return own.guarded(Phase.LOCK, () -> {
            own.before(Step.LOCK);
            return own.waiting(wait, (on, slice) -> {
                        if (!take(own, on, name, slice)) {
                            throw new WaitEnded("somebody else held the name until the time had passed");
                        }
                        return true;
                    })
                    .isPresent();
        });
    }

    @Override
    public boolean tryLock(UnitOfWork unit, LockName name) {
        JdbcUnitOfWork own = JdbcUnitOfWork.of(unit, shared);
        return own.guarded(Phase.LOCK, () -> {
            own.before(Step.LOCK);
            return own.waits().tryDatabaseLock()
                    && own.waits().attempted(LockWait.noWait(), (on, rest) -> take(own, on, name, Duration.ZERO));
        });
    }

    private boolean take(JdbcUnitOfWork unit, Connection on, LockName name, Duration limit) throws SQLException {
        unit.mustNotHaveFailed();
        LockKey key = new LockKey(schema, tables.prefix(), name);
        HeldNames held = unit.names();
        if (held.has(key)) {
            return true;
        }
        held.add(key);
        boolean taken = shared.dialect().names().take(new OnConnection(unit, on), key, limit);
        if (!taken) {
            held.remove(key);
        }
        return taken;
    }

    private final class OnConnection implements NameLocks.Statements {

        private final JdbcUnitOfWork unit;
        private final Connection connection;

        private OnConnection(JdbcUnitOfWork unit, Connection connection) {
            this.unit = unit;
            this.connection = connection;
        }

        @Override
        public List<Row> query(Sql sql) throws SQLException {
            return shared.statements().query(connection, named(sql));
        }

        @Override
        public int update(Sql sql) throws SQLException {
            return shared.statements().update(connection, named(sql));
        }

        @Override
        public void limit(Duration statement) throws SQLException {
            unit.waits().limit(statement);
        }

        private Sql named(Sql sql) {
            return sql.withText(tables.sql(sql.text()));
        }
    }
}
