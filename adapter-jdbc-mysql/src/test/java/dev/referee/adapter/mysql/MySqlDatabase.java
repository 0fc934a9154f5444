package dev.referee.adapter.mysql;

import java.util.Optional;

/** A MySQL that the caller names by its URL (without a database), user and password. */
final class MySqlDatabase extends FamilyDatabase {

    static final String URL = "REFEREE_MYSQL_9_URL";

    @Override
    String url() {
        return System.getenv(URL);
    }

    @Override
    String user() {
        return Optional.ofNullable(System.getenv("REFEREE_MYSQL_9_USER")).orElse("root");
    }

    @Override
    String password() {
        return Optional.ofNullable(System.getenv("REFEREE_MYSQL_9_PASSWORD")).orElse("");
    }

    @Override
    String statementLimit() {
        return "max_execution_time";
    }

    @Override
    String textCollation() {
        return "utf8mb4_0900_bin";
    }

    /** No other storage engine: with global transaction ids the server refuses Flyway its history in one without transactions. */
    @Override
    String strangeDefaults() {
        return "sql_mode='ANSI,NO_BACKSLASH_ESCAPES'";
    }

    @Override
    String schemaTerm() {
        return "databaseTerm";
    }

    /** As a table, which is no longer the default. */
    @Override
    public String explain() {
        return "EXPLAIN FORMAT=TRADITIONAL ";
    }
}
