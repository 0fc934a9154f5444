package dev.referee.adapter.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The server's variables that matter, read in one statement. A variable that the server does not have reads as empty text: the two
 * products, and their versions, know different ones.
 */
record Settings(Map<String, String> values) {

    private static final Set<String> NAMES = Set.of(
            "version",
            "version_comment",
            "character_set_client",
            "character_set_results",
            "log_bin",
            "binlog_format",
            "innodb_deadlock_detect",
            "innodb_snapshot_isolation");

    Settings {
        values = Map.copyOf(values);
    }

    static Settings of(Connection connection) throws SQLException {
        String names = "'" + String.join("', '", NAMES) + "'";
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW VARIABLES WHERE Variable_name IN (" + names + ")")) {
            while (rows.next()) {
                String value = rows.getString(2);
                values.put(rows.getString(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
        }
        return new Settings(values);
    }

    String get(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("not asked for: " + name);
        }
        return values.getOrDefault(name, "");
    }

    boolean is(String name, String value) {
        return get(name).equalsIgnoreCase(value);
    }
}
