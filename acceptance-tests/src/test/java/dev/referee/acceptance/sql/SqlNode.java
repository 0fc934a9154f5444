package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.GuardedRow;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Swallowed;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.Subject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.function.SingletonSupplier;

/**
 * An adapter over a pool of its own.
 *
 * @param claims the store of claims over the same pool, opened when it is first asked for
 */
record SqlNode(SqlEngine engine, HikariDataSource pool, Adapter adapter, SingletonSupplier<IdempotencyStore> claims)
        implements Node {

    /** Opens a node on a database that has its tables, or makes them. */
    static SqlNode open(
            SqlEngine engine, MigrationMode mode, String url, String user, String password, NodeOptions options) {
        Wiring wiring = options.wiring();
        HikariDataSource pool = SqlPools.of(
                wiring.countsChangedRows()
                        ? SqlPools.withOption(url, SqlTools.of(engine.server()).countChangedRows())
                        : wiring.ordinaryUser() ? SqlPools.forOrdinaryUser(url) : url,
                wiring.ordinaryUser() ? SqlTools.USER : user,
                wiring.ordinaryUser() ? SqlTools.PASSWORD : password,
                options);
        try {
            JdbcAdapterBuilder builder =
                    engine.adapter().apply(pool).migration(mode).listener(options.steps());
            if (mode == MigrationMode.VALIDATE) {
                // Before that, the tables of the embedding service are not there.
                builder.guards(new SqlMembers());
            }
            Adapter adapter = builder.open();
            return over(engine, pool, adapter, mode);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** @param mode of its store of claims */
    static SqlNode over(SqlEngine engine, HikariDataSource pool, Adapter adapter, MigrationMode mode) {
        return new SqlNode(
                engine,
                pool,
                adapter,
                SingletonSupplier.of(
                        () -> engine.idempotency().apply(pool).migration(mode).open()));
    }

    @Override
    public AggregateStore<Account> accounts() {
        return new SqlAccounts();
    }

    @Override
    public GuardedInsert<Member> members() {
        return new SqlMembers();
    }

    @Override
    public IdempotencyStore idempotency() {
        return claims.obtain();
    }

    @Override
    public Optional<AggregateStore<GuardedRow>> guardedRows() {
        return Optional.of(new SqlGuardedRows());
    }

    @Override
    public AggregateStore<Account> accountsSwallowingAFailure() {
        return accountsSwallowing(Swallowed.STATEMENT);
    }

    @Override
    public AggregateStore<Account> accountsSwallowing(Swallowed failure) {
        return new SwallowingAccounts(pool, SqlTools.of(engine.server()), failure);
    }

    @Override
    public boolean inCallersTransaction(Isolation isolation, Runnable work) {
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        callers.setIsolationLevelName("ISOLATION_" + isolation);
        try {
            callers.executeWithoutResult(status -> work.run());
            return true;
        } catch (UnexpectedRollbackException onlyRollback) {
            return false;
        }
    }

    @Override
    public AggregateStore<Account> accountsTouchingAlso(Subject other) {
        return new SqlAccounts() {
            @Override
            public List<Sql> update(Account before, Account next) {
                List<Sql> both = new ArrayList<>(super.update(before, next));
                both.add(Sql.of("UPDATE account SET cents = cents WHERE id = ?", other.value()));
                return both;
            }
        };
    }

    @Override
    public int connectionsInUse() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public List<String> connectionSettings() {
        List<Connection> all = new ArrayList<>();
        List<String> settings = new ArrayList<>();
        try {
            for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
                all.add(pool.getConnection());
            }
            for (Connection connection : all) {
                settings.add(settingsOf(connection));
            }
            for (Connection connection : all) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the pool's connections could not be looked at", e);
        }
        return settings;
    }

    private String settingsOf(Connection connection) throws SQLException {
        StringBuilder text = new StringBuilder("autoCommit=" + connection.getAutoCommit() + " isolation="
                + connection.getTransactionIsolation() + " readOnly=" + connection.isReadOnly() + " networkTimeout="
                + connection.getNetworkTimeout());
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(engine.sessionSettings())) {
            row.next();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                text.append(' ').append(row.getString(i));
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        pool.close();
    }
}
