package dev.referee.acceptance.sql;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Swallowed;
import dev.referee.adapter.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** Accounts whose write step also runs JDBC code of the service's own that fails, and pays no heed to it. */
final class SwallowingAccounts extends SqlAccounts {

    private final DataSource dataSource;
    private final SqlTools tools;
    private final Swallowed where;

    SwallowingAccounts(DataSource dataSource, SqlTools tools, Swallowed where) {
        this.dataSource = dataSource;
        this.tools = tools;
        this.where = where;
    }

    @Override
    public List<Sql> update(Account before, Account next) {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            fail(connection);
        } catch (SQLException swallowed) {
            return super.update(before, next);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
        throw new IllegalStateException("the " + where + " should have failed");
    }

    private void fail(Connection connection) throws SQLException {
        switch (where) {
            case STATEMENT -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO there_is_no_such_table VALUES (1)");
                }
            }
            case BATCH -> {
                try (PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO account (id, revision, cents) VALUES (?, 1, 1)")) {
                    for (String id : List.of("a-batch", "a-batch-2", "a-batch")) {
                        statement.setString(1, id);
                        statement.addBatch();
                    }
                    statement.executeBatch();
                }
            }
            case RESULT_SET -> {
                try (Statement statement = connection.createStatement()) {
                    statement.setFetchSize(tools.fetchSize());
                    try (ResultSet rows = statement.executeQuery(tools.failingQuery())) {
                        while (rows.next()) {
                            rows.getInt(1);
                        }
                    }
                }
            }
        }
    }
}
