package dev.referee.adapter.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Asks for single values. */
final class Answers {

    private Answers() {}

    /** The first column of the first row; empty if it is NULL or there is none. */
    static String text(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            String text = row.next() ? row.getString(1) : null;
            return text == null ? "" : text;
        }
    }

    static int number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
