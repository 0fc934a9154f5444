package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Subject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** An adapter over a pool of its own. */
record SqlNode(SqlEngine engine, HikariDataSource pool, Adapter adapter) implements Node {

    /** Opens a node on a database that has its tables, or makes them: that takes two connections. */
    static SqlNode open(
            SqlEngine engine, MigrationMode mode, String url, String user, String password, NodeOptions options) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword(password);
        // To look at the history of migrations takes a second connection for a moment, which a pool of one has not.
        pool.setMaximumPoolSize(options.poolSize() + 1);
        // Connections are made when they are asked for, never in the background, where a relay's cut could hit them.
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(options.poolTimeout().toMillis());
        try {
            Adapter adapter = engine.adapter()
                    .apply(pool)
                    .migration(mode)
                    .listener(options.steps())
                    .open();
            pool.setMaximumPoolSize(options.poolSize());
            pool.getHikariPoolMXBean().softEvictConnections();
            return new SqlNode(engine, pool, adapter);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public AggregateStore<Account> accounts() {
        return new SqlAccounts();
    }

    @Override
    public AggregateStore<Account> accountsSwallowingAFailure() {
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        return new SqlAccounts() {
            @Override
            public List<Sql> update(Account before, Account next) {
                try {
                    jdbc.execute("INSERT INTO there_is_no_such_table VALUES (1)");
                } catch (DataAccessException swallowed) {
                    return super.update(before, next);
                }
                throw new IllegalStateException("the statement should have failed");
            }
        };
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
