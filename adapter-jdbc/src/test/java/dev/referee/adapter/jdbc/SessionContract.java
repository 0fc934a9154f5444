package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.permit.CaseId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Sessions beside the command's own: of reads, of the counter, of opening, of the caller's scopes. */
public abstract class SessionContract extends Contract {

    protected SessionContract(Database database) {
        super(database);
    }

    @Test
    void TX_1_own_sql_that_comes_first_reads_what_is_committed() {
        requires(Feature.ROW_LOCKS);
        Transactions.over(adapter).run(Bench.LIMIT, tx -> {
            assertEquals(100, cents());
            JdbcClient.create(direct).sql("UPDATE account SET cents = 55").update();
            assertEquals(55, Bench.lockedBy(tx, store).cents());
            assertEquals(55, cents(), "what is read under the lock is what was locked");
            return true;
        });
    }

    @Test
    void TX_1_own_sql_that_comes_first_in_joined_work_reads_what_is_committed() {
        requires(Feature.ROW_LOCKS);
        Transactions transactions = Transactions.over(adapter);
        transactions.run(
                Bench.LIMIT,
                outer -> transactions.joined().run(Bench.LIMIT, tx -> {
                    assertEquals(100, cents());
                    JdbcClient.create(direct)
                            .sql("UPDATE account SET cents = 55")
                            .update();
                    assertEquals(55, cents());
                    return true;
                }));
    }

    @Test
    void TX_7_own_sql_that_comes_first_has_the_time_of_its_transaction() throws SQLException {
        requires(Feature.ROW_LOCKS);
        try (Connection holder = direct.getConnection()) {
            holder.setAutoCommit(false);
            holder.createStatement().executeUpdate("UPDATE account SET cents = 1");
            long before = System.nanoTime();

            assertThrows(
                    RuntimeException.class,
                    () -> Transactions.over(adapter)
                            .run(
                                    Duration.ofMillis(400),
                                    tx -> sql.sql("UPDATE account SET cents = 2")
                                            .update()));

            // Two servers count the wait of a write in whole seconds.
            Duration took = Duration.ofNanos(System.nanoTime() - before);
            assertTrue(took.compareTo(Duration.ofSeconds(3)) < 0, () -> "took " + took);
            holder.rollback();
        }
        assertEquals(100, cents());
    }

    @Test
    void TX_7_own_sql_that_comes_first_is_not_given_up_before_its_transaction() throws SQLException {
        try (Connection any = direct.getConnection()) {
            Assumptions.assumeTrue(any.getNetworkTimeout() >= 0 && has(Feature.NETWORK), "no network in between");
        }
        int timeout = Transactions.over(adapter)
                .run(
                        Duration.ofSeconds(60),
                        tx -> new JdbcTemplate(pool).execute((ConnectionCallback<Integer>) on -> {
                            on.createStatement().close();
                            return on.getNetworkTimeout();
                        }));
        assertTrue(timeout > 59_000, () -> "a silent peer is given up after " + timeout + " ms");
    }

    @Test
    void TX_5_joined_work_alone_leaves_the_settings_as_they_were() {
        try (HikariDataSource one = poolOf(1, direct)) {
            Transactions transactions = Transactions.over(database.on(one).open());
            String before = JdbcClient.create(one)
                    .sql(database.settings())
                    .query(String.class)
                    .single();
            transactions.run(
                    Duration.ofSeconds(7),
                    outer -> transactions
                            .joined()
                            .run(
                                    Duration.ofSeconds(3),
                                    tx -> Bench.lockedBy(tx, store).cents()));
            assertEquals(
                    before,
                    JdbcClient.create(one)
                            .sql(database.settings())
                            .query(String.class)
                            .single());
        }
    }

    @Test
    void TX_3_a_row_is_not_locked_after_a_failure_that_was_swallowed() {
        assertThrows(
                RuntimeException.class,
                () -> Transactions.over(adapter).run(Bench.LIMIT, tx -> {
                    assertThrows(
                            RuntimeException.class,
                            () -> sql.sql("UPDATE nowhere SET a = 1").update());
                    return assertThrows(StoreFailure.class, () -> Bench.lockedBy(tx, store));
                }));
    }

    @Test
    void TX_2_a_scope_without_a_transaction_is_put_aside() {
        TransactionTemplate scope = new TransactionTemplate(new DataSourceTransactionManager(pool));
        scope.setPropagationBehavior(TransactionDefinition.PROPAGATION_SUPPORTS);
        scope.executeWithoutResult(status -> {
            assertEquals(100, cents());
            assertThrows(
                    IllegalStateException.class, () -> adapter.unitsOfWork().join(Bench.LIMIT));
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(Bench.engine(adapter), store, "op", 5));
            assertEquals(105, cents());
        });
    }

    @Test
    void TX_2_a_case_number_is_refused_inside_a_transaction_each_time() {
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        adapter.caseIds().next();
        callers.executeWithoutResult(status -> {
            assertThrows(TransactionAlreadyActive.class, () -> adapter.caseIds().next());
            assertThrows(TransactionAlreadyActive.class, () -> adapter.caseIds().skipTo(new CaseId(1_000)));
        });
        assertEquals(2, adapter.caseIds().next().value());
    }

    @Test
    void TX_4_who_needs_a_case_number_waits_for_nobody_elses_connection() throws Exception {
        try (HikariDataSource one = poolOf(1, direct)) {
            JdbcAdapter onOne = database.on(one).open();
            new TransactionTemplate(new DataSourceTransactionManager(one)).executeWithoutResult(status -> {
                CompletableFuture<CaseId> first =
                        CompletableFuture.supplyAsync(() -> onOne.caseIds().next());
                while (one.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0) {
                    Thread.onSpinWait();
                }
                long start = System.nanoTime();
                assertThrows(
                        TransactionAlreadyActive.class, () -> onOne.caseIds().next());
                assertTrue(System.nanoTime() - start < 1_000_000_000L);
                assertTrue(!first.isDone());
            });
            CompletableFuture.supplyAsync(() -> onOne.caseIds().next()).get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void case_numbers_are_given_once_and_skipped_ones_never() {
        Set<Long> given = new TreeSet<>();
        Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> Stream.generate(() -> adapter.caseIds().next().value())
                                .limit(120)
                                .toList()))
                .limit(4)
                .toList()
                .forEach(each -> given.addAll(each.join()));
        assertEquals(480, given.size());
        adapter.caseIds().skipTo(new CaseId(5_000));
        long first = adapter.caseIds().next().value();
        assertTrue(first > 5_000, "after 5000 came " + first);
        assertTrue(adapter.caseIds().next().value() > first);
    }

    @Test
    void TX_5_opening_leaves_the_session_as_it_came() throws Exception {
        String schema = database.newSchema();
        try (HikariDataSource one = poolOf(1, direct)) {
            for (MigrationMode mode : MigrationMode.values()) {
                String before = where(one);
                in(schema, one).migration(mode).open();
                assertEquals(before, where(one), mode.toString());
            }
        }
    }

    private String where(DataSource source) {
        return JdbcClient.create(source)
                .sql(database.whereTablesAreLookedFor())
                .query(String.class)
                .single();
    }

    @Test
    void TX_5_a_connection_that_cannot_leave_auto_commit_does_not_go_back() throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        DataSource source = new DelegatingDataSource(direct) {
            @Override
            public Connection getConnection() throws SQLException {
                return failingToSwitch(super.getConnection(), failing);
            }
        };
        try (HikariDataSource one = poolOf(1, source)) {
            JdbcAdapter onOne = database.on(one).open();
            Connection before = driversOwn(one);
            failing.set(true);
            assertThrows(StoreFailure.class, () -> onOne.unitsOfWork().begin(Bench.LIMIT));
            assertNotSame(before, driversOwn(one));
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(Bench.engine(onOne), store, "op", 5));
        }
    }

    private static Connection failingToSwitch(Connection connection, AtomicBoolean failing) {
        return (Connection) Proxy.newProxyInstance(
                SessionContract.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("setAutoCommit") && failing.compareAndSet(true, false)) {
                        // A code that no table knows, on a connection that is gone: pools see nothing in it.
                        connection.close();
                        throw new SQLException("switched off", "XX999");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static Connection driversOwn(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return connection.unwrap(Connection.class);
        }
    }

    @Test
    void TX_5_a_read_gives_its_connection_back_as_it_came_whatever_it_meets() throws Exception {
        for (boolean autoCommit : new boolean[] {true, false}) {
            DataSource source = new DelegatingDataSource(direct) {
                @Override
                public Connection getConnection() throws SQLException {
                    Connection connection = super.getConnection();
                    connection.setAutoCommit(autoCommit);
                    return connection;
                }
            };
            try (HikariDataSource one = poolOf(1, source)) {
                JdbcAdapter onOne = database.on(one).open();
                String before = settings(one);
                assertEquals(
                        0, onOne.auditTrail().of(Bench.NAMESPACE, Bench.ONE).size());
                assertEquals(before, settings(one));
                try (UnitOfWork unit = onOne.unitsOfWork().begin(Bench.LIMIT)) {
                    assertTrue(unit.read(store, Bench.ONE).isPresent());
                }
            }
        }
    }

    private String settings(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery(database.settings())) {
            row.next();
            String all = row.getString(1) + " " + connection.getAutoCommit();
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return all;
        }
    }

    @Test
    void TX_7_a_pool_that_cannot_be_made_is_a_store_that_is_away_for_reads_too() {
        AtomicBoolean away = new AtomicBoolean();
        JdbcAdapter flaky = database.on(new DelegatingDataSource(direct) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        if (away.get()) {
                            throw new IllegalStateException("no pool");
                        }
                        return super.getConnection();
                    }
                })
                .open();
        away.set(true);
        StoreFailure failure =
                assertThrows(StoreFailure.class, () -> flaky.auditTrail().of(Bench.NAMESPACE, Bench.ONE));
        assertEquals(FailureKind.UNAVAILABLE, failure.kind());
    }

    @Test
    void SCHEMA_4_a_missing_unique_key_is_named() {
        sql.sql(database.dropUnique("referee_event", "referee_event_order")).update();
        SchemaIncomplete incomplete = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(pool).migration(MigrationMode.VALIDATE).open());
        assertEquals(
                Set.of("unique key of referee_event on [aggregateid, aggregatetype, revision]"),
                Set.copyOf(incomplete.missing()));
    }

    @Test
    void SCHEMA_4_the_missing_index_of_claims_is_named() {
        sql.sql(database.dropIndex("referee_job", "referee_job_claimable")).update();
        SchemaIncomplete incomplete = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(pool).migration(MigrationMode.VALIDATE).open());
        assertEquals(List.of("index of referee_job on [queue, claimable_at, id]"), incomplete.missing());
    }

    @Test
    void a_job_is_put_into_a_transaction_of_its_own_adapter_only() {
        JdbcAdapter other = database.on(pool).migration(MigrationMode.VALIDATE).open();
        NewJob job = NewJob.of(new QueueName("mail"), "text");

        try (UnitOfWork unit = other.unitsOfWork().begin(Bench.LIMIT)) {
            assertThrows(IllegalArgumentException.class, () -> adapter.jobs().enqueue(unit, job));
            assertEquals(1, other.jobs().enqueue(unit, job).value());
        }
    }
}
