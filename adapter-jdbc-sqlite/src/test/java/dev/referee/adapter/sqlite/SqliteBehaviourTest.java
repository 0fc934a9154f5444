package dev.referee.adapter.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.adapter.jdbc.JdbcAdapter;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Title;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What SQLite itself does to a command, and a command to SQLite. */
class SqliteBehaviourTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final CaseId CASE = new CaseId(62);
    private static final Actor APPLICANT = new Actor("applicant", "applicant1");
    private static final String COUNT = "SELECT count(*) FROM referee_permit_case";

    private final Path file = SqliteDatabase.file();
    private HikariDataSource pool;
    private JdbcAdapter adapter;

    @BeforeEach
    void open() {
        pool = pool(true);
        adapter = SqliteAdapter.on(pool).open();
        openCase(adapter);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private HikariDataSource pool(boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(SqliteDatabase.on(file));
        config.setAutoCommit(autoCommit);
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    private Connection impatient() throws SQLException {
        Connection connection = SqliteDatabase.on(file).getConnection();
        connection.createStatement().execute("PRAGMA busy_timeout = 0");
        return connection;
    }

    private static PermitCommands commands(JdbcAdapter on, Duration wait) {
        return PermitCommands.over(CommandEngine.over(on).lockWait(wait).build(), on.permitCases(), on.caseIds());
    }

    private static void openCase(JdbcAdapter on) {
        commands(on, LIMIT)
                .open(OpenRequest.of(new OperationId("open"), APPLICANT, new Title("Sluice"))
                        .under(CASE))
                .orElseThrow();
    }

    private static Outcome submit(JdbcAdapter on, Duration wait) {
        return commands(on, wait).submit(PermitRequest.of(new OperationId("submit"), APPLICANT, CASE, Revision.FIRST));
    }

    @Test
    void an_idle_pooled_connection_holds_neither_lock_nor_transaction() throws Exception {
        for (boolean autoCommit : List.of(true, false)) {
            try (HikariDataSource idle = pool(autoCommit);
                    Connection other = impatient()) {
                JdbcAdapter onIdle = SqliteAdapter.on(idle).open();
                try (UnitOfWork committed = onIdle.unitsOfWork().begin(LIMIT)) {
                    lock(onIdle, committed, LockWait.upTo(LIMIT));
                    committed.commit(List.of());
                }
                other.createStatement().execute("BEGIN IMMEDIATE");
                other.createStatement().execute("ROLLBACK");
                try (UnitOfWork rolledBack = onIdle.unitsOfWork().begin(LIMIT)) {
                    lock(onIdle, rolledBack, LockWait.upTo(LIMIT));
                }
                // Were there a reader's snapshot left, the log could not begin anew.
                try (var row = other.createStatement().executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                    assertTrue(row.next());
                    assertEquals(0, row.getInt(1), "whether somebody was in the way, auto-commit " + autoCommit);
                }
            }
        }
    }

    private static LockAnswer<?> lock(JdbcAdapter on, UnitOfWork unit, LockWait wait) {
        return unit.lock(on.permitCases(), CASE.subject(), wait, Set.of()).answer();
    }

    @Test
    void ROW_2_a_wait_is_as_long_as_was_asked_for() throws Exception {
        try (Connection other = impatient()) {
            other.createStatement().execute("BEGIN IMMEDIATE");
            for (int millis : List.of(1, 40, 250, 900, 1_700)) {
                long took = busyAfter(millis);
                // A machine may stand still once, but not each time.
                for (int more = 0; more < 4 && took >= millis + 250; more++) {
                    took = busyAfter(millis);
                }
                assertTrue(took >= millis - 1 && took < millis + 250, millis + " ms took " + took);
            }
            other.createStatement().execute("ROLLBACK");
        }
        assertInstanceOf(Outcome.Applied.class, submit(adapter, LIMIT));
    }

    /** What it took, in milliseconds. */
    private long busyAfter(int millis) {
        long started = System.nanoTime();
        try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            assertInstanceOf(LockAnswer.Busy.class, lock(adapter, unit, LockWait.upTo(Duration.ofMillis(millis))));
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    }

    @Test
    void TX_3_after_a_lock_that_was_not_had_no_update_commits_by_itself() throws Exception {
        JdbcClient sql = JdbcClient.create(pool);
        try (Connection other = impatient();
                UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            other.createStatement().execute("BEGIN IMMEDIATE");
            assertInstanceOf(LockAnswer.Busy.class, lock(adapter, unit, LockWait.noWait()));
            other.createStatement().execute("ROLLBACK");
            // The service's own code on the same transaction, which pays no heed to the answer.
            assertEquals(
                    1,
                    sql.sql("UPDATE referee_permit_case SET title = 'changed'").update());
            assertEquals(
                    FailureKind.CONTENTION,
                    assertThrows(StoreFailure.class, () -> unit.commit(List.of()))
                            .kind());
        }
        assertEquals(
                List.of("Sluice"),
                sql.sql("SELECT title FROM referee_permit_case")
                        .query(String.class)
                        .list());
    }

    @Test
    void ADV_2_a_name_that_was_not_had_leaves_the_transaction_as_it_was() throws Exception {
        LockName name = new LockName("refund 62");
        try (Connection other = impatient();
                UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            other.createStatement().execute("BEGIN IMMEDIATE");
            assertFalse(adapter.advisoryLocks().tryLock(unit, name));
            other.createStatement().execute("ROLLBACK");
            assertTrue(adapter.advisoryLocks().tryLock(unit, name));
            assertThrows(SQLException.class, () -> other.createStatement().execute("BEGIN IMMEDIATE"));
            assertInstanceOf(LockAnswer.Locked.class, lock(adapter, unit, LockWait.noWait()));
            unit.commit(List.of());
        }
    }

    @Test
    void plain_reads_neither_take_the_write_lock_nor_wait_for_it() throws Exception {
        try (Connection other = impatient()) {
            other.createStatement().execute("BEGIN IMMEDIATE");
            assertTrue(adapter.caseQueries().find(CASE).isPresent());
            assertEquals(
                    1,
                    adapter.auditTrail()
                            .of(PermitCommands.NAMESPACE, CASE.subject())
                            .size());
            assertThrows(CaseBusy.class, () -> submit(adapter, Duration.ofMillis(50)));
            other.createStatement().execute("ROLLBACK");
        }
    }

    @Test
    void TX_2_a_joined_command_that_would_decide_on_old_rows_fails_at_once() throws Exception {
        var callers = new org.springframework.transaction.support.TransactionTemplate(
                new org.springframework.jdbc.datasource.DataSourceTransactionManager(pool));
        callers.setIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
        try (Connection other = impatient()) {
            callers.executeWithoutResult(status -> {
                JdbcClient.create(pool).sql(COUNT).query(Long.class).single();
                update(other);
                try (UnitOfWork unit = adapter.unitsOfWork().join(LIMIT)) {
                    StoreFailure stale =
                            assertThrows(StoreFailure.class, () -> lock(adapter, unit, LockWait.upTo(LIMIT)));
                    assertEquals(FailureKind.CONTENTION, stale.kind());
                }
                status.setRollbackOnly();
            });
        }
    }

    private static void update(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute("UPDATE referee_permit_case SET title = 'changed'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void each_connection_that_writes_checks_foreign_keys_and_writes_fully() throws Exception {
        var weak = SqliteDatabase.on(file);
        weak.setSynchronous("OFF");
        try (HikariDataSource own = new HikariDataSource()) {
            own.setDataSource(weak);
            own.setMaximumPoolSize(1);
            JdbcAdapter onOwn = SqliteAdapter.on(own).open();
            own.getHikariPoolMXBean().softEvictConnections();
            assertInstanceOf(Outcome.Applied.class, submit(onOwn, LIMIT));
            assertEquals(
                    "1 2 wal",
                    JdbcClient.create(own)
                            .sql("SELECT foreign_keys || ' ' || synchronous || ' ' || journal_mode"
                                    + " FROM pragma_foreign_keys, pragma_synchronous, pragma_journal_mode")
                            .query(String.class)
                            .single());
        }
    }
}
