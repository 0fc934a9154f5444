package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs statements given as values. */
final class Statements {

    private final Dialect dialect;

    Statements(Dialect dialect) {
        this.dialect = dialect;
    }

    List<Row> query(Connection connection, Sql sql) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql);
                ResultSet result = statement.executeQuery()) {
            List<Row> rows = new ArrayList<>();
            ResultSetMetaData columns = result.getMetaData();
            while (result.next()) {
                rows.add(row(result, columns));
            }
            return rows;
        }
    }

    int update(Connection connection, Sql sql) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql)) {
            return statement.executeUpdate();
        }
    }

    /** Inserts one row and gives the number that the database has put into the key. */
    long insert(Connection connection, Sql sql, String key) throws SQLException {
        try (PreparedStatement statement = bound(connection.prepareStatement(sql.text(), new String[] {key}), sql)) {
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new IllegalStateException("the database gave no " + key + " for the row that it inserted");
                }
                return keys.getLong(1);
            }
        }
    }

    private PreparedStatement prepare(Connection connection, Sql sql) throws SQLException {
        return bound(connection.prepareStatement(sql.text()), sql);
    }

    private PreparedStatement bound(PreparedStatement statement, Sql sql) throws SQLException {
        try {
            int index = 1;
            for (Object parameter : sql.parameters()) {
                statement.setObject(index++, parameter instanceof Instant at ? dialect.instant(at) : parameter);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private Row row(ResultSet result, ResultSetMetaData columns) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            values.put(columns.getColumnLabel(i), dialect.value(result, i));
        }
        return new Row(values);
    }
}
