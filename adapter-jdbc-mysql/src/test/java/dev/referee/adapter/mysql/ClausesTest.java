package dev.referee.adapter.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClausesTest {

    private static final Sql SELECT = Sql.of("SELECT id FROM t WHERE id = ?", 62);
    private static final Duration LIMIT = Duration.ofMillis(200);

    private final Dialect mysql = new MySqlDialect(new Capabilities("MySQL", "9.7.4", true, false, Map.of()));
    private final Dialect mariadb =
            MariaDbDialect.of(new Version(11, 4, 5), new Capabilities("MariaDB", "11.4.5", true, false, Map.of()));

    @Test
    void mysql_ends_a_locking_read_by_its_statement_limit() {
        String read = "SELECT /*+ MAX_EXECUTION_TIME(200) */ id FROM t WHERE id = ?\nFOR UPDATE";

        assertEquals(Sql.of(read, 62), mysql.lock(SELECT, LockWait.upTo(LIMIT), LIMIT));
        assertEquals(Sql.of(read + " NOWAIT", 62), mysql.lock(SELECT, LockWait.noWait(), LIMIT));
        assertEquals(Sql.of(read + " SKIP LOCKED", 62), mysql.lock(SELECT, LockWait.skip(), LIMIT));
    }

    @Test
    void mariadb_ends_a_locking_read_by_its_statement_limit() {
        String read = "SET STATEMENT max_statement_time=0.200 FOR SELECT id FROM t WHERE id = ?\nFOR UPDATE";

        assertEquals(Sql.of(read, 62), mariadb.lock(SELECT, LockWait.upTo(LIMIT), LIMIT));
        assertEquals(Sql.of(read + " NOWAIT", 62), mariadb.lock(SELECT, LockWait.noWait(), LIMIT));
        assertEquals(Sql.of(read + " SKIP LOCKED", 62), mariadb.lock(SELECT, LockWait.skip(), LIMIT));
    }

    @Test
    void TX_7_a_plain_read_is_ended_by_its_statement_limit_too() {
        assertEquals(
                "SELECT /*+ MAX_EXECUTION_TIME(200) */ id FROM t WHERE id = ?",
                mysql.read(SELECT, LIMIT).text());
        assertEquals(
                "SET STATEMENT max_statement_time=0.200 FOR SELECT id FROM t WHERE id = ?",
                mariadb.read(SELECT, LIMIT).text());
    }

    @Test
    void a_select_may_be_written_in_small_letters_over_several_lines() {
        Sql select = Sql.of("\n  select id\n  from t");

        assertEquals(
                "SELECT /*+ MAX_EXECUTION_TIME(200) */ id\n  from t\nFOR UPDATE",
                mysql.lock(select, LockWait.upTo(LIMIT), LIMIT).text());
    }

    @Test
    void only_a_select_is_made_a_locking_read() {
        Sql with = Sql.of("WITH x AS (SELECT 1) SELECT * FROM x");

        assertThrows(IllegalArgumentException.class, () -> mysql.lock(with, LockWait.noWait(), LIMIT));
        assertThrows(IllegalArgumentException.class, () -> mariadb.lock(with, LockWait.noWait(), LIMIT));
    }

    @Test
    void one_statement_keeps_the_session_and_sets_it_and_one_gives_it_back() {
        Duration rest = Duration.ofMillis(2_500);

        assertEquals(
                List.of("SET @referee_transaction_isolation = @@session.transaction_isolation,"
                        + " @referee_innodb_lock_wait_timeout = @@session.innodb_lock_wait_timeout,"
                        + " @referee_lock_wait_timeout = @@session.lock_wait_timeout,"
                        + " @referee_max_execution_time = @@session.max_execution_time,"
                        + " @@session.transaction_isolation = 'READ-COMMITTED',"
                        + " @@session.innodb_lock_wait_timeout = 3, @@session.lock_wait_timeout = 3,"
                        + " @@session.max_execution_time = 2500"),
                mysql.settings().begin(LIMIT, rest));
        assertEquals(
                List.of("SET @@session.transaction_isolation = @referee_transaction_isolation,"
                        + " @referee_transaction_isolation = NULL,"
                        + " @@session.innodb_lock_wait_timeout = @referee_innodb_lock_wait_timeout,"
                        + " @referee_innodb_lock_wait_timeout = NULL,"
                        + " @@session.lock_wait_timeout = @referee_lock_wait_timeout,"
                        + " @referee_lock_wait_timeout = NULL,"
                        + " @@session.max_execution_time = @referee_max_execution_time,"
                        + " @referee_max_execution_time = NULL"),
                mysql.settings().restore());
        assertEquals(
                List.of("SET @@session.innodb_lock_wait_timeout = 1, @@session.lock_wait_timeout = 1,"
                        + " @@session.max_execution_time = 200"),
                mysql.settings().limit(LIMIT));
    }

    @Test
    void a_transaction_of_somebody_else_keeps_its_isolation() {
        assertEquals(
                List.of("SET @referee_innodb_lock_wait_timeout = @@session.innodb_lock_wait_timeout,"
                        + " @referee_lock_wait_timeout = @@session.lock_wait_timeout,"
                        + " @referee_max_statement_time = @@session.max_statement_time,"
                        + " @@session.innodb_lock_wait_timeout = 1, @@session.lock_wait_timeout = 1,"
                        + " @@session.max_statement_time = 0.200"),
                mariadb.settings().join(LIMIT, LIMIT));
        assertEquals(
                List.of("SET @@session.innodb_lock_wait_timeout = @referee_innodb_lock_wait_timeout,"
                        + " @referee_innodb_lock_wait_timeout = NULL,"
                        + " @@session.lock_wait_timeout = @referee_lock_wait_timeout,"
                        + " @referee_lock_wait_timeout = NULL,"
                        + " @@session.max_statement_time = @referee_max_statement_time,"
                        + " @referee_max_statement_time = NULL"),
                mariadb.settings().restoreJoined());
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.000000001S, 1",
        "PT1S, 1",
        "PT1.000000001S, 2",
        "PT2S, 2",
        "PT8760H, 31536000",
        "PT99999H, 31536000"
    })
    void whole_seconds_are_rounded_up_and_never_zero(Duration limit, long seconds) {
        assertEquals(seconds, Limits.wholeSeconds(limit));
    }

    @ParameterizedTest
    @CsvSource({"PT0.0009S, 1", "PT0.2S, 200", "PT2S, 2000", "PT99999999999H, 4294967295"})
    void milliseconds_fit_what_the_hint_takes(Duration limit, long millis) {
        assertEquals(millis, Limits.millis(limit));
    }

    @ParameterizedTest
    @CsvSource({"PT0.0009S, 0.001", "PT0.2S, 0.200", "PT61.5S, 61.500"})
    void seconds_with_a_fraction_are_never_zero(Duration limit, String seconds) {
        assertEquals(seconds, Limits.seconds(limit));
    }

    @Test
    void instants_are_bound_as_microseconds() {
        Instant at = Instant.parse("2026-03-29T01:30:00.123456Z");

        assertEquals(1_774_747_800_123_456L, mysql.instant(at));
        assertEquals(1_774_747_800_123_456L, mariadb.instant(at));
    }
}
