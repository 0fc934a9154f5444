package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.engine.DriverListener;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Pools as nodes want them, and statements of an administrator. */
final class SqlPools {

    private SqlPools() {}

    static HikariDataSource of(String url, String user, String password, NodeOptions options) {
        HikariDataSource pool = new HikariDataSource();
        Wiring wiring = options.wiring();
        if (wiring.driver() == DriverListener.NONE && !SqliteSessions.isSqlite(url)) {
            pool.setJdbcUrl(url);
            pool.setUsername(user);
            pool.setPassword(password);
        } else {
            pool.setDataSource(new ListenedDriver(url, user, password, wiring.driver()));
        }
        wiring.isolation().ifPresent(level -> pool.setTransactionIsolation("TRANSACTION_" + level));
        pool.setMaximumPoolSize(options.poolSize());
        // Connections are made when they are asked for, never in the background, where a relay's cut could hit them.
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(options.poolTimeout().toMillis());
        return pool;
    }

    /** Lets the ordinary user read and write the rows of a schema. */
    static void admitOrdinaryUser(TestDatabase database, String schema) {
        execute(
                database,
                SqlTools.of(database.server()).ordinaryUser().stream()
                        .map(sql -> sql.contains("%s") || sql.contains("%%") ? sql.formatted(schema) : sql)
                        .toList());
    }

    /** H2 lets only administrators set up the database in the URL. */
    static String forOrdinaryUser(String url) {
        return url.replace(";DB_CLOSE_DELAY=-1", "");
    }

    static String withOption(String url, String option) {
        return option.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + option;
    }

    static void execute(TestDatabase database, List<String> statements) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("failed: " + statements, e);
        }
    }

    static List<String> ask(TestDatabase database, String question) {
        List<String> answers = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("failed: " + question, e);
        }
        return answers;
    }
}
