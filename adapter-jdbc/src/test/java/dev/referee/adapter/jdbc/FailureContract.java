package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** Which failure decides, and when waiting ends, on a real server. */
public abstract class FailureContract extends Contract {

    private static final LockWait LONG = LockWait.upTo(Duration.ofSeconds(20));

    protected FailureContract(Database database) {
        super(database);
    }

    @BeforeEach
    void addTwo() {
        sql.sql("INSERT INTO account VALUES ('two', 1, 100, 'note')").update();
    }

    @Test
    void TX_3_a_deadlock_that_the_stores_own_code_swallows_is_still_contention() throws Exception {
        requires(Feature.DEADLOCK_DETECTION);
        try (Connection other = direct.getConnection()) {
            for (String setting : database.surviveDeadlocks()) {
                other.createStatement().execute(setting);
            }
            other.setAutoCommit(false);
            // InnoDB ends the transaction that has written less.
            for (int i = 0; i < 20; i++) {
                execute(other, "INSERT INTO account VALUES ('more-" + i + "', 1, 1, '')");
            }
            execute(other, "UPDATE account SET note = 'other' WHERE id = 'two'");
            Account.Store careless = new Account.Store() {
                @Override
                public List<Sql> update(Account before, Account next) {
                    assertThrows(
                            DataAccessException.class,
                            () -> sql.sql("UPDATE account SET note = 'ours' WHERE id = 'two'")
                                    .update());
                    return super.update(before, next);
                }
            };
            CompletableFuture<Void> theirs;
            try (UnitOfWork unit = adapter.unitsOfWork().begin(Duration.ofSeconds(5))) {
                Account before = Bench.lock(unit, careless, WAIT);
                theirs = CompletableFuture.runAsync(
                        () -> execute(other, "UPDATE account SET note = 'other' WHERE id = 'one'"));
                StoreFailure failure = assertThrows(
                        StoreFailure.class,
                        () -> unit.commit(List.of(Bench.change(careless, Optional.of(before), before.with(1), "op"))));
                assertEquals(FailureKind.CONTENTION, failure.kind());
                assertEquals(Phase.WRITE, failure.phase());
            }
            theirs.get(20, TimeUnit.SECONDS);
            other.rollback();
        }
        assertEquals(100, cents());
        assertEquals(0, operations());
    }

    private static void execute(Connection connection, String text) {
        try (var statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException("failed: " + text, e);
        }
    }

    @Test
    void TX_3_a_duplicate_that_was_swallowed_is_not_taken_for_the_operations_own() {
        JdbcAdapter disturbed = database.on(pool)
                .listener(step -> {
                    if (step == Step.WRITE_OPERATION) {
                        assertThrows(
                                DataAccessException.class,
                                () -> sql.sql("INSERT INTO account VALUES ('two', 1, 1, '')")
                                        .update());
                    }
                })
                .open();
        try (UnitOfWork unit = disturbed.unitsOfWork().begin(Bench.LIMIT)) {
            Account before = Bench.lock(unit, store, WAIT);
            StoreFailure failure = assertThrows(
                    StoreFailure.class,
                    () -> unit.commit(List.of(Bench.change(store, Optional.of(before), before.with(1), "op"))));
            assertEquals(FailureKind.REJECTED, failure.kind());
            assertFalse(failure.outcomeUnknown());
        }
        assertEquals(0, operations());
    }

    @Test
    void TX_3_a_commit_after_a_busy_row_is_contention() throws Exception {
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            execute(other, "UPDATE account SET cents = 1 WHERE id = 'one'");
            for (LockWait wait : List.of(WAIT, LockWait.noWait())) {
                try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
                    assertInstanceOf(LockAnswer.Busy.class, Bench.answer(unit, store, wait));
                    StoreFailure failure = assertThrows(StoreFailure.class, () -> unit.commit(List.<Change<?>>of()));
                    assertEquals(FailureKind.CONTENTION, failure.kind());
                    assertEquals(Phase.LOCK, failure.phase());
                    assertFalse(failure.outcomeUnknown());
                }
            }
            other.rollback();
        }
    }

    @Test
    void TX_7_a_write_that_is_blocked_after_a_long_wait_ends_at_the_deadline() throws Exception {
        requires(Feature.ROW_LOCKS);
        Duration limit = Duration.ofSeconds(6);
        try (Connection first = direct.getConnection();
                Connection second = direct.getConnection()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            execute(first, "UPDATE account SET note = 'held' WHERE id = 'one'");
            execute(second, "UPDATE account SET note = 'held' WHERE id = 'two'");
            long start = System.nanoTime();
            try (UnitOfWork unit = adapter.unitsOfWork().begin(limit)) {
                var release = CompletableFuture.runAsync(
                        () -> rollback(first), CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS));
                Bench.lock(unit, store, LONG);
                release.join();
                Account two = new Account("two", Revision.FIRST, 100, "note");
                StoreFailure failure = assertThrows(StoreFailure.class, () -> unit.update(store, two, two.with(1)));
                assertEquals(FailureKind.CONTENTION, failure.kind());
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            // InnoDB knows whole seconds only, and looks once a second.
            assertTrue(millis >= 5_900 && millis < 8_200, "ended after " + millis + " ms");
            second.rollback();
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException("the holder could not let go", e);
        }
    }

    @Test
    void ROW_1_a_comment_at_the_end_of_a_select_takes_no_lock_away() throws Exception {
        Account.Store commented = new Account.Store() {
            @Override
            public Sql select(Subject subject) {
                Sql plain = super.select(subject);
                return plain.withText(plain.text() + " -- by its key");
            }
        };
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Bench.lock(unit, commented, WAIT);
            assertTrue(CompletableFuture.supplyAsync(this::isBusy).get(10, TimeUnit.SECONDS));
        }
    }

    private boolean isBusy() {
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            return Bench.answer(unit, store, LockWait.noWait()) instanceof LockAnswer.Busy;
        }
    }
}
