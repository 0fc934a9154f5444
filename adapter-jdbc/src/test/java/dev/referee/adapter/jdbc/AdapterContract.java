package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** What the shared JDBC flow does on a real server, beside what the acceptance suite asks. */
public abstract class AdapterContract {

    private static final LockWait WAIT = LockWait.upTo(Duration.ofMillis(300));

    private final Database database;
    private final Account.Store store = new Account.Store();
    private DataSource direct;
    private HikariDataSource pool;
    private JdbcClient sql;
    private JdbcAdapter adapter;

    protected AdapterContract(Database database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        direct = database.fresh();
        pool = poolOf(2, direct);
        sql = JdbcClient.create(pool);
        sql.sql("CREATE TABLE account (id VARCHAR(128) PRIMARY KEY, revision BIGINT NOT NULL, cents BIGINT NOT NULL,"
                        + " note VARCHAR(200) NOT NULL)")
                .update();
        sql.sql("INSERT INTO account VALUES ('one', 1, 100, 'note')").update();
        adapter = database.on(pool).open();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private HikariDataSource poolOf(int size, DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    private long cents() {
        return sql.sql("SELECT cents FROM account WHERE id = 'one'")
                .query(Long.class)
                .single();
    }

    private long operations() {
        return sql.sql("SELECT count(*) FROM referee_operation")
                .query(Long.class)
                .single();
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
    void TX_2_a_transaction_that_JPA_has_bound_is_seen_and_joined() throws Exception {
        try (Connection connection = pool.getConnection()) {
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
    void TX_5_a_pool_that_drops_connections_at_a_time_out_does_no_harm() throws Exception {
        HikariDataSource hasty = poolOf(1, direct);
        try (hasty) {
            JdbcAdapter onHasty = database.on(new DelegatingDataSource(hasty) {
                        @Override
                        public Connection getConnection() throws SQLException {
                            return endedByTimeOut(super.getConnection());
                        }
                    })
                    .open();
            beBusyOn(onHasty);
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(Bench.engine(onHasty), store, "op", 5));
        }
    }

    /** As HikariCP before 6 did it: what answers with a time-out is closed under its user. */
    private static Connection endedByTimeOut(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                AdapterContract.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(connection, arguments);
                        return result instanceof PreparedStatement statement ? ending(statement, connection) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static PreparedStatement ending(PreparedStatement statement, Connection connection) {
        return (PreparedStatement) Proxy.newProxyInstance(
                AdapterContract.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(statement, arguments);
                    } catch (InvocationTargetException e) {
                        if (method.getName().equals("executeQuery")) {
                            connection.unwrap(Connection.class).close();
                        }
                        throw e.getTargetException();
                    }
                });
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
    void ROW_2_a_locked_row_is_busy_in_time_at_once_or_passed_over() throws Exception {
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("UPDATE account SET cents = 1 WHERE id = 'one'");
            for (LockWait wait : List.of(WAIT, LockWait.noWait(), LockWait.skip())) {
                long start = System.nanoTime();
                try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
                    assertInstanceOf(LockAnswer.Busy.class, Bench.answer(unit, store, wait), wait.toString());
                    if (wait instanceof LockWait.Skip) {
                        assertInstanceOf(
                                LockAnswer.Absent.class,
                                unit.lock(store, new Subject("two"), wait, Set.of())
                                        .answer());
                    }
                }
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                boolean inTime = wait == WAIT ? millis >= 290 && millis < 550 : millis < 250;
                assertTrue(inTime, wait + " took " + millis + " ms");
            }
            other.rollback();
        }
        assertEquals(105, depositFive());
    }

    private long depositFive() {
        Bench.deposit(Bench.engine(adapter), store, "op", 5);
        return cents();
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

    @Test
    void TX_5_a_connection_goes_back_as_it_came() throws Exception {
        for (boolean autoCommit : List.of(true, false)) {
            try (HikariDataSource one = poolOf(1, direct)) {
                JdbcAdapter onOne = database.on(one).open();
                String before;
                try (Connection connection = one.getConnection()) {
                    connection.setAutoCommit(autoCommit);
                    for (String setting : database.strangeSettings()) {
                        connection.createStatement().execute(setting);
                    }
                    before = settings(connection);
                    if (!autoCommit) {
                        connection.commit();
                    }
                }
                CommandEngine engine = Bench.engine(onOne);
                Bench.deposit(engine, store, "applied ".strip() + autoCommit, 1);
                Bench.deposit(engine, store, "second" + autoCommit, 1);
                failOn(onOne);
                beBusyOn(onOne);
                try (Connection connection = one.getConnection()) {
                    assertEquals(before, settings(connection));
                    assertEquals(0, networkTimeout(connection));
                }
            }
        }
    }

    private int networkTimeout(Connection connection) throws Exception {
        return adapter.capabilities().engine().equals("H2") ? 0 : connection.getNetworkTimeout();
    }

    private String settings(Connection connection) throws Exception {
        try (var row = connection.createStatement().executeQuery(database.settings())) {
            row.next();
            return row.getString(1);
        }
    }

    private void failOn(JdbcAdapter onOne) {
        try (UnitOfWork unit = onOne.unitsOfWork().begin(Bench.LIMIT)) {
            assertThrows(
                    StoreFailure.class,
                    () -> unit.commit(List.of(Bench.change(store, Optional.empty(), Bench.opened(), "failed"))));
        }
    }

    private void beBusyOn(JdbcAdapter onOne) throws Exception {
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("UPDATE account SET cents = 1 WHERE id = 'one'");
            try (UnitOfWork unit = onOne.unitsOfWork().begin(Bench.LIMIT)) {
                assertInstanceOf(LockAnswer.Busy.class, Bench.answer(unit, store, WAIT));
            }
            other.rollback();
        }
    }

    @Test
    void SCHEMA_2_two_nodes_that_migrate_at_once_both_open() throws Exception {
        DataSource empty = database.fresh();
        String schema = database.newSchema();
        var one = CompletableFuture.supplyAsync(
                () -> database.on(empty).schema(schema).tablePrefix("p_").open());
        var two = CompletableFuture.supplyAsync(
                () -> database.on(empty).schema(schema).tablePrefix("p_").open());
        long first = one.get(60, TimeUnit.SECONDS).caseIds().next().value();
        long second = two.get(60, TimeUnit.SECONDS).caseIds().next().value();
        assertEquals(50, Math.abs(first - second));
        database.on(empty)
                .schema(schema)
                .tablePrefix("p_")
                .migration(MigrationMode.VALIDATE)
                .open();
        assertEquals(
                0,
                JdbcClient.create(empty)
                        .sql("SELECT count(*) FROM " + schema + ".p_event")
                        .query(Long.class)
                        .single());
    }

    @Test
    void SCHEMA_4_validating_names_all_that_is_missing() {
        SchemaIncomplete nothing = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(database.fresh())
                        .migration(MigrationMode.VALIDATE)
                        .open());
        assertTrue(nothing.missing().contains("table referee_operation"), nothing.getMessage());
        assertTrue(nothing.missing().get(0).startsWith("migration 1 "), nothing.getMessage());
        sql.sql("ALTER TABLE referee_event DROP COLUMN type_version").update();
        sql.sql(database.dropPrimaryKey("referee_audit")).update();
        SchemaIncomplete some = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(pool).migration(MigrationMode.VALIDATE).open());
        assertEquals(
                List.of(
                        "primary key of referee_audit on [aggregate_id, namespace, revision]",
                        "column referee_event.type_version"),
                some.missing());
    }

    @Test
    void names_that_could_be_sql_are_refused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> database.on(pool).tablePrefix("x; --").open());
        assertThrows(
                IllegalArgumentException.class,
                () -> database.on(pool).schema("Tenant").open());
    }
}
