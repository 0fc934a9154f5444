package dev.referee.adapter.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** What is refused, and what would happen otherwise. */
class SqliteRefusalTest {

    private static String refusal(DataSource source) {
        return String.valueOf(assertThrows(
                        UnsupportedServer.class, () -> SqliteAdapter.on(source).open())
                .getMessage());
    }

    private static SQLiteDataSource at(String url) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(url);
        return source;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite::memory:", "jdbc:sqlite:", "jdbc:sqlite:file:shared?mode=memory&cache=shared"})
    void a_database_that_is_in_no_file(String url) {
        assertTrue(refusal(at(url)).startsWith("The database must be in a file"));
    }

    @Test
    void connections_that_share_a_cache() {
        String url = "jdbc:sqlite:file:" + SqliteDatabase.file() + "?cache=shared";
        assertTrue(refusal(at(url)).startsWith("The connections must not share a cache"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IMMEDIATE", "EXCLUSIVE"})
    void a_transaction_mode_that_takes_the_lock_for_the_next_transaction(String mode) {
        SQLiteDataSource source = SqliteDatabase.on(SqliteDatabase.file());
        source.setTransactionMode(mode);
        assertTrue(refusal(source).startsWith("transaction_mode must be DEFERRED"));
    }

    @Test
    void a_driver_that_begins_writing_transactions_by_itself() {
        SQLiteDataSource source = SqliteDatabase.on(SqliteDatabase.file());
        source.getConfig().setExplicitReadOnly(true);
        assertTrue(refusal(source).startsWith("explicit_readonly must be off"));
    }

    @Test
    void a_schema() {
        DataSource source = SqliteDatabase.on(SqliteDatabase.file());
        UnsupportedServer refused = assertThrows(
                UnsupportedServer.class,
                () -> SqliteAdapter.on(source).schema("tenant_a").open());
        assertTrue(String.valueOf(refused.getMessage()).startsWith("SQLite has one schema"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"3.51.2, true", "3.50.9, true", "2.9.9, true", "3.51.3, false", "3.54.1, false", "4.0.0, false"})
    void a_version_that_can_damage_its_log(String version, boolean tooOld) {
        assertEquals(tooOld, SqliteProbe.isTooOld(version));
    }

    /** The reason for refusing IMMEDIATE: both with the bare driver. */
    @Test
    void with_immediate_transactions_the_driver_locks_after_commit_and_commits_after_a_failed_begin() throws Exception {
        var file = SqliteDatabase.file();
        SQLiteDataSource immediate = SqliteDatabase.on(file);
        immediate.setTransactionMode("IMMEDIATE");
        immediate.setBusyTimeout(0);
        try (Connection one = immediate.getConnection();
                Connection other = immediate.getConnection()) {
            execute(one, "PRAGMA journal_mode = WAL", "CREATE TABLE t (n)");
            one.setAutoCommit(false);
            one.commit();
            assertThrows(SQLException.class, () -> other.setAutoCommit(false), "the lock is held after COMMIT");
            assertFalse(other.getAutoCommit());
            one.setAutoCommit(true);
            execute(other, "INSERT INTO t VALUES (1)");
            try (var row = one.createStatement().executeQuery("SELECT count(*) FROM t")) {
                assertEquals(1, row.getInt(1), "committed without a commit");
            }
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        for (String text : statements) {
            try (var statement = connection.createStatement()) {
                statement.execute(text);
            }
        }
    }
}
