package dev.referee.adapter.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.adapter.jdbc.dialect.Verdict;
import dev.referee.application.port.Phase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows as the drivers report them; that the servers do report them is for the acceptance suite. */
class MySqlErrorsTest {

    private static final ErrorTable MYSQL = MySqlErrors.mysql();
    private static final ErrorTable MARIADB = MySqlErrors.mariadb();

    @ParameterizedTest
    @CsvSource({
        // Connector/J rewrites the state of 1205: the code decides.
        "1205, 40001, LOCK, BUSY",
        "1205, 40001, WRITE, CONTENTION",
        "1213, 40001, LOCK, CONTENTION",
        "1213, 40001, WRITE, CONTENTION",
        "3024, HY000, LOCK, BUSY",
        "3024, HY000, FACTS, CONTENTION",
        "3572, HY000, LOCK, BUSY",
        "1317, 70100, WRITE, CONTENTION",
        "1062, 23000, WRITE, DUPLICATE",
        "1290, HY000, LOCK, CONNECTION_LOST",
        "1792, 25006, WRITE, REJECTED",
        "1644, 45000, WRITE, REJECTED",
        "1040, 08004, BEGIN, UNAVAILABLE",
        "0, 08S01, LOCK, CONNECTION_LOST",
        "0, 08003, WRITE, CONNECTION_LOST"
    })
    void TX_6_failures_of_mysql_mean(int code, String state, Phase phase, Meaning meaning) {
        assertEquals(meaning, row(MYSQL, code, state, phase).meaning());
    }

    @ParameterizedTest
    @CsvSource({
        "1205, HY000, LOCK, BUSY",
        "1205, HY000, WRITE, CONTENTION",
        "1213, 40001, LOCK, CONTENTION",
        "1020, HY000, LOCK, CONTENTION",
        "1969, 70100, LOCK, BUSY",
        "1969, 70100, WRITE, CONTENTION",
        "1317, 70100, WRITE, CONTENTION",
        "1062, 23000, WRITE, DUPLICATE",
        "1290, HY000, WRITE, CONNECTION_LOST",
        "1792, 25006, WRITE, REJECTED",
        "1644, 45000, WRITE, REJECTED",
        "-1, 08000, LOCK, CONNECTION_LOST",
        "1220, 08000, WRITE, CONNECTION_LOST",
        "1927, 70100, LOCK, CONNECTION_LOST"
    })
    void TX_6_failures_of_mariadb_mean(int code, String state, Phase phase, Meaning meaning) {
        assertEquals(meaning, row(MARIADB, code, state, phase).meaning());
    }

    @ParameterizedTest
    @CsvSource({"1213, 40001, false", "1205, 40001, false", "1317, 70100, true", "1180, HY000, true", "0, 08S01, true"})
    void TX_6_a_failed_commit_of_mysql_may_have_committed(int code, String state, boolean maybe) {
        assertEquals(maybe, row(MYSQL, code, state, Phase.COMMIT).maybeCommitted());
    }

    @ParameterizedTest
    @CsvSource({"1213, 40001, false", "1205, HY000, false", "1969, 70100, true", "1317, 70100, true", "-1, 08000, true"
    })
    void TX_6_a_failed_commit_of_mariadb_may_have_committed(int code, String state, boolean maybe) {
        assertEquals(maybe, row(MARIADB, code, state, Phase.COMMIT).maybeCommitted());
    }

    @ParameterizedTest
    @CsvSource({"1290, HY000, true", "1836, HY000, true", "1047, 08S01, true", "1792, 25006, true", "1205, HY000, false"
    })
    void TX_5_a_connection_to_a_server_that_cannot_help_is_not_kept(int code, String state, boolean discarded) {
        assertEquals(discarded, row(MYSQL, code, state, Phase.WRITE).discard());
        assertEquals(discarded, row(MARIADB, code, state, Phase.WRITE).discard());
    }

    @Test
    void TX_5_a_session_that_the_driver_holds_for_read_only_is_not_kept() {
        assertTrue(row(MYSQL, 0, "S1009", Phase.WRITE).discard());
    }

    @Test
    void other_integrity_errors_are_no_duplicates() {
        SQLException notNull = new SQLException("", "23000", 1048);

        assertTrue(MYSQL.find(notNull, Phase.WRITE, true).isEmpty());
        assertTrue(MARIADB.find(notNull, Phase.WRITE, true).isEmpty());
        assertFalse(MYSQL.rows().isEmpty());
    }

    private static Verdict row(ErrorTable table, int code, String state, Phase phase) {
        return table.find(new SQLException("", state, code), phase, true).orElseThrow();
    }
}
