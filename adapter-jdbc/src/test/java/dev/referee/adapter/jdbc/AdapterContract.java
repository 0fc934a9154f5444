package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** What the shared JDBC flow does on a real server, beside what the acceptance suite asks. */
public abstract class AdapterContract extends Contract {

    protected AdapterContract(Database database) {
        super(database);
    }

    @Test
    void a_command_is_applied_once_and_replayed() {
        CommandEngine engine = Bench.engine(adapter);
        Outcome first = Bench.deposit(engine, store, "op", 5);
        Outcome second = Bench.deposit(engine, store, "op", 5);
        assertInstanceOf(Outcome.Applied.class, first);
        assertInstanceOf(Outcome.Replayed.class, second);
        assertEquals(105, cents());
        assertEquals(1, operations());
        assertEquals(1, adapter.auditTrail().of(Bench.NAMESPACE, Bench.ONE).size());
    }

    @Test
    void UNIQUE_2_a_guard_that_the_catalogue_does_not_have_is_told_at_the_start() {
        DataSource source = database.fresh();
        JdbcClient.create(source).sql(Tag.TABLE).update();
        assertGuardMissing(source, Tag.guarded("tag_name", "name"), "there is none of that name");
        JdbcClient.create(source).sql(Tag.INDEX).update();
        assertGuardMissing(source, Tag.guarded("tag_title", "name"), "there is none of that name");
        assertGuardMissing(source, Tag.guarded("tag_name", "id"), "it is on [name]");

        SqlGuardedInsert<Tag> right = Tag.guarded("TAG_NAME", "NAME");
        JdbcAdapter opened = database.on(source).guards(right).open();
        try (UnitOfWork unit = opened.unitsOfWork().begin(Bench.LIMIT)) {
            assertEquals(
                    new InsertAnswer.Inserted<>(),
                    opened.guardedInserts().insertOrFind(unit, right, new Tag(1, "it's")));
            assertEquals(
                    new InsertAnswer.Found<>("name-taken", new Tag(1, "it's")),
                    opened.guardedInserts().insertOrFind(unit, right, new Tag(2, "it's")));
        }
    }

    private void assertGuardMissing(DataSource source, SqlGuardedInsert<Tag> insert, String why) {
        SchemaIncomplete told = assertThrows(
                SchemaIncomplete.class, () -> database.on(source).guards(insert).open());
        assertTrue(told.toString().contains(why), told.toString());
    }

    @Test
    void what_was_written_is_read_back_to_the_microsecond_and_byte_for_byte() {
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Account before = Bench.lock(unit, store, WAIT);
            var change = Bench.change(store, Optional.of(before), before.with(1), "op");
            unit.commit(List.of(change));
            assertEquals(List.of(change.audit()), adapter.auditTrail().of(Bench.NAMESPACE, Bench.ONE));
            try (UnitOfWork later = adapter.unitsOfWork().begin(Bench.LIMIT)) {
                var found =
                        later.lock(store, Bench.ONE, WAIT, Set.of(Bench.key("op"), Bench.key("OP"), Bench.key("x")));
                assertEquals(Map.of(Bench.key("op"), change.operation()), found.operations());
            }
        }
    }

    @Test
    void TX_3_a_failure_that_the_stores_own_code_swallows_fails_the_commit() {
        Account.Store careless = new Account.Store() {
            @Override
            public List<Sql> update(Account before, Account next) {
                assertThrows(
                        DataAccessException.class,
                        () -> sql.sql("INSERT INTO account VALUES ('one', 1, 1, '')")
                                .update());
                return super.update(before, next);
            }
        };
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Account before = Bench.lock(unit, careless, WAIT);
            var changes = List.<Change<?>>of(Bench.change(careless, Optional.of(before), before.with(1), "op"));
            StoreFailure failure = assertThrows(StoreFailure.class, () -> unit.commit(changes));
            assertEquals(Phase.WRITE, failure.phase());
            assertFalse(failure.outcomeUnknown());
        }
        assertEquals(100, cents());
        assertEquals(0, operations());
    }

    @Test
    void the_stores_own_spring_code_takes_part_and_is_rolled_back_too() {
        Account.Store withNote = new Account.Store() {
            @Override
            public List<Sql> update(Account before, Account next) {
                new TransactionTemplate(new DataSourceTransactionManager(pool))
                        .executeWithoutResult(status -> sql.sql("UPDATE account SET note = 'changed' WHERE id = 'one'")
                                .update());
                return super.update(before, next);
            }
        };
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Account before = Bench.lock(unit, withNote, WAIT);
            assertTrue(unit.update(withNote, before, before.with(1)));
        }
        assertEquals("note", note());
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Account before = Bench.lock(unit, withNote, WAIT);
            unit.commit(List.of(Bench.change(withNote, Optional.of(before), before.with(1), "op")));
        }
        assertEquals("changed", note());
    }

    private String note() {
        return sql.sql("SELECT note FROM account WHERE id = 'one'")
                .query(String.class)
                .single();
    }

    @Test
    void TX_2_a_transaction_of_the_thread_is_refused_and_can_be_joined() {
        CommandEngine engine = Bench.engine(adapter);
        TransactionTemplate callers = readCommitted();
        callers.executeWithoutResult(
                status -> assertThrows(TransactionAlreadyActive.class, () -> Bench.deposit(engine, store, "op", 5)));
        callers.executeWithoutResult(status -> {
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(engine.joined(), store, "op", 5));
            status.setRollbackOnly();
        });
        assertEquals(100, cents());
        callers.executeWithoutResult(
                status -> assertInstanceOf(Outcome.Applied.class, Bench.deposit(engine.joined(), store, "op", 5)));
        assertEquals(105, cents());
    }

    /** Not every server's default. */
    private TransactionTemplate readCommitted() {
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        callers.setIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
        return callers;
    }

    @Test
    void TX_2_a_joined_command_that_fails_lets_its_caller_only_roll_back() {
        TransactionTemplate callers = readCommitted();
        assertThrows(
                UnexpectedRollbackException.class,
                () -> callers.executeWithoutResult(status -> {
                    sql.sql("UPDATE account SET note = 'changed' WHERE id = 'one'")
                            .update();
                    try (UnitOfWork unit = adapter.unitsOfWork().join(Bench.LIMIT)) {
                        Account stale = Bench.opened();
                        unit.update(store, stale, stale.with(1));
                        assertThrows(
                                StoreFailure.class,
                                () -> unit.commit(
                                        List.of(Bench.change(store, Optional.of(stale), stale.with(1), "op"))));
                    }
                }));
        assertEquals("note", note());
    }

    @Test
    void CMD_14_a_command_does_not_join_a_transaction_that_has_been_committed() {
        List<RuntimeException> tooLate = new ArrayList<>();
        CommandEngine joined = Bench.engine(adapter).joined();
        readCommitted()
                .executeWithoutResult(status ->
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                                tooLate.add(assertThrows(
                                        RuntimeException.class, () -> Bench.deposit(joined, store, "late", 5)));
                            }

                            @Override
                            public void afterCompletion(int how) {
                                tooLate.add(assertThrows(
                                        RuntimeException.class,
                                        () -> adapter.unitsOfWork().join(Bench.LIMIT)));
                            }
                        }));
        assertEquals(2, tooLate.size());
        tooLate.forEach(refused -> assertInstanceOf(IllegalStateException.class, refused));
        // What is open by then is committed when Spring switches auto-commit on again.
        assertEquals(100, cents());
        assertEquals(0, operations());
    }

    @Test
    void TX_5_a_command_joined_from_another_commands_store_leaves_the_settings_as_they_were() throws Exception {
        sql.sql("INSERT INTO account VALUES ('two', 1, 100, 'note')").update();
        try (HikariDataSource one = poolOf(1, direct)) {
            JdbcAdapter onOne = database.on(one).open();
            String before = settings(one);
            Connection own = driversOwn(one);
            Bench.deposit(Bench.engine(onOne), depositingOnTwo(onOne), "own", 5);
            assertEquals(before, settings(one));
            assertSame(own, driversOwn(one), "the connection was thrown away");
        }
        assertEquals(105, cents());
        readCommitted().executeWithoutResult(status -> {
            String before = settings(pool);
            Bench.deposit(Bench.engine(adapter).joined(), depositingOnTwo(adapter), "joined", 5);
            assertEquals(before, settings(pool));
        });
        assertEquals(110, cents());
        assertEquals(4, operations());
    }

    private Account.Store depositingOnTwo(JdbcAdapter on) {
        return new Account.Store() {
            @Override
            public List<Sql> update(Account before, Account next) {
                if (before.id().equals("one")) {
                    Bench.depositOn("two", Bench.engine(on).joined(), this, "two-" + next.revision(), 5);
                }
                return super.update(before, next);
            }
        };
    }

    private String settings(DataSource source) {
        return JdbcClient.create(source)
                .sql(database.settings())
                .query(String.class)
                .single();
    }

    private static Connection driversOwn(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return connection.unwrap(Connection.class);
        }
    }

    @Test
    void TX_6_nothing_follows_a_swallowed_failure_but_its_own_meaning() throws Exception {
        requires(Feature.ROW_LOCKS);
        sql.sql("INSERT INTO account VALUES ('two', 1, 100, 'note')").update();
        Account.Store careless = new Account.Store() {
            @Override
            public List<Sql> update(Account before, Account next) {
                assertThrows(
                        DataAccessException.class,
                        () -> sql.sql("SELECT id FROM account WHERE id = 'two' FOR UPDATE NOWAIT")
                                .query(String.class)
                                .single());
                return List.of(Sql.of("INSERT INTO account VALUES ('one', 1, 1, '')"));
            }
        };
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("UPDATE account SET cents = 1 WHERE id = 'two'");
            try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
                Account before = Bench.lock(unit, careless, WAIT);
                var changes = List.<Change<?>>of(Bench.change(careless, Optional.of(before), before.with(1), "op"));
                StoreFailure failure = assertThrows(StoreFailure.class, () -> unit.commit(changes));
                assertEquals(FailureKind.CONTENTION, failure.kind());
            }
            other.rollback();
        }
    }

    @Test
    void TX_2_a_transaction_that_JPA_has_bound_is_seen_and_joined() throws Exception {
        try (Connection connection = pool.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            // As JpaTransactionManager binds it: not marked as active.
            ConnectionHolder holder = new ConnectionHolder(connection);
            TransactionSynchronizationManager.bindResource(pool, holder);
            TransactionSynchronizationManager.initSynchronization();
            TransactionSynchronizationManager.setActualTransactionActive(true);
            try {
                CommandEngine engine = Bench.engine(adapter);
                assertThrows(TransactionAlreadyActive.class, () -> Bench.deposit(engine, store, "op", 5));
                assertInstanceOf(Outcome.Applied.class, Bench.deposit(engine.joined(), store, "op", 5));
                assertSame(holder, TransactionSynchronizationManager.getResource(pool));
                failJoined();
                assertTrue(holder.isRollbackOnly());
                assertThrows(
                        UnexpectedRollbackException.class,
                        () -> TransactionSynchronizationUtils.triggerBeforeCommit(false));
            } finally {
                TransactionSynchronizationManager.clear();
                TransactionSynchronizationManager.unbindResource(pool);
                connection.rollback();
            }
        }
        assertEquals(100, cents());
    }

    private void failJoined() {
        try (UnitOfWork unit = adapter.unitsOfWork().join(Bench.LIMIT)) {
            // A failure that the store's own code would swallow.
            assertThrows(
                    DataAccessException.class,
                    () -> sql.sql("INSERT INTO account VALUES ('one', 1, 1, '')")
                            .update());
            assertThrows(StoreFailure.class, () -> unit.commit(List.of()));
        }
    }

    @Test
    void a_proxy_for_taking_part_is_looked_through() {
        JdbcAdapter behind =
                database.on(new TransactionAwareDataSourceProxy(pool)).open();
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        callers.executeWithoutResult(status -> assertThrows(
                TransactionAlreadyActive.class, () -> behind.unitsOfWork().begin(Bench.LIMIT)));
    }

    @Test
    void TX_2_only_read_committed_is_joined() {
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        callers.setIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ);
        callers.executeWithoutResult(status -> assertThrows(
                IllegalStateException.class, () -> adapter.unitsOfWork().join(Bench.LIMIT)));
        assertThrows(IllegalStateException.class, () -> adapter.unitsOfWork().join(Bench.LIMIT));
    }

    @Test
    void duplicates_are_told_apart_by_their_statement() {
        depositFive();
        StoreFailure operation = failureOf(Optional.of(new Account("one", new Revision(2), 105, "")), "op");
        assertEquals(FailureKind.DUPLICATE_OPERATION, operation.kind());
        StoreFailure aggregate = failureOf(Optional.empty(), "other");
        assertEquals(FailureKind.DUPLICATE_AGGREGATE, aggregate.kind());
        StoreFailure stale = failureOf(Optional.of(Bench.opened()), "other");
        assertEquals(FailureKind.CONTENTION, stale.kind());
    }

    private StoreFailure failureOf(Optional<Account> before, String operation) {
        Account next = before.map(state -> state.with(1)).orElseGet(Bench::opened);
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            return assertThrows(
                    StoreFailure.class, () -> unit.commit(List.of(Bench.change(store, before, next, operation))));
        }
    }
}
