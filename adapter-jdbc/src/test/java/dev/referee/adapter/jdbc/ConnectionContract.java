package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** What becomes of connections and tables, whatever happens to a command. */
public abstract class ConnectionContract extends Contract {

    protected ConnectionContract(Database database) {
        super(database);
    }

    @Test
    void ROW_2_a_locked_row_is_busy_in_time_at_once_or_passed_over() throws Exception {
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("UPDATE account SET cents = 1 WHERE id = 'one'");
            List<LockWait> waits = has(Feature.SKIP_LOCKED)
                    ? List.of(WAIT, LockWait.noWait(), LockWait.skip())
                    : List.of(WAIT, LockWait.noWait());
            for (LockWait wait : waits) {
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
    void TX_7_a_command_does_not_wait_until_a_broken_connection_is_closed() throws Exception {
        AtomicBoolean armed = new AtomicBoolean();
        CountDownLatch testIsOver = new CountDownLatch(1);
        DataSource breaking = new DelegatingDataSource(direct) {
            @Override
            public Connection getConnection() throws SQLException {
                return breaking(super.getConnection(), database.connectionLost(), armed, testIsOver);
            }
        };
        HikariDataSource one = poolOf(1, breaking);
        try {
            CommandEngine engine = Bench.engine(database.on(one).open());
            armed.set(true);
            var outcome = CompletableFuture.supplyAsync(() -> Bench.deposit(engine, store, "op", 5));
            assertInstanceOf(Outcome.Applied.class, outcome.get(5, TimeUnit.SECONDS));
            assertFalse(armed.get());
        } finally {
            testIsOver.countDown();
            one.close();
        }
        assertEquals(105, cents());
    }

    /** Fails once with a lost connection, and then does not end when it is closed, as H2 does after an interrupt. */
    private static Connection breaking(
            Connection connection, SQLException failure, AtomicBoolean armed, CountDownLatch testIsOver) {
        AtomicBoolean broken = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                AdapterContract.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && armed.compareAndSet(true, false)) {
                        broken.set(true);
                        throw failure;
                    }
                    if (method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(proxy)) {
                        return proxy;
                    }
                    if (method.getName().equals("close") && broken.get()) {
                        testIsOver.await();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Test
    void TX_7_a_pool_without_a_connection_is_told_behind_a_lazy_data_source_too() throws Exception {
        try (HikariDataSource one = poolOf(1, direct)) {
            JdbcAdapter lazy =
                    database.on(new LazyConnectionDataSourceProxy(one)).open();
            one.setConnectionTimeout(300);
            try (Connection taken = one.getConnection()) {
                assertFalse(taken.isClosed());
                assertThrows(StoreUnavailable.class, () -> Bench.deposit(Bench.engine(lazy), store, "op", 5));
            }
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(Bench.engine(lazy), store, "op", 5));
        }
        assertEquals(105, cents());
    }

    @Test
    void SCHEMA_2_two_nodes_that_migrate_at_once_both_open() throws Exception {
        DataSource empty = database.fresh();
        String schema = database.newSchema();
        var one = CompletableFuture.supplyAsync(
                () -> in(schema, empty).tablePrefix("p_").open());
        var two = CompletableFuture.supplyAsync(
                () -> in(schema, empty).tablePrefix("p_").open());
        long first = one.get(60, TimeUnit.SECONDS).caseIds().next().value();
        long second = two.get(60, TimeUnit.SECONDS).caseIds().next().value();
        assertEquals(50, Math.abs(first - second));
        in(schema, empty).tablePrefix("p_").migration(MigrationMode.VALIDATE).open();
        assertEquals(
                0,
                JdbcClient.create(empty)
                        .sql("SELECT count(*) FROM " + (has(Feature.SCHEMA_NAMES) ? schema + "." : "") + "p_event")
                        .query(Long.class)
                        .single());
    }

    @Test
    void a_wrapper_that_does_not_say_what_is_in_it_is_used_as_it_is() {
        if (has(Feature.ROW_LOCKS)) {
            JdbcAdapter opened = database.on(new ClosedWrapper(direct)).open();
            assertInstanceOf(Outcome.Applied.class, Bench.deposit(Bench.engine(opened), store, "op", 5));
        }
    }

    @Test
    void SCHEMA_3_a_reserved_word_is_refused_as_a_schema_in_one_sentence() {
        DataSource empty = database.fresh();
        if (has(Feature.SCHEMA_NAMES) && database.hasReservedSchemas()) {
            for (String word : List.of("order", "select", "user")) {
                UnsupportedServer refused = assertThrows(
                        UnsupportedServer.class,
                        () -> database.on(empty).schema(word).open());
                assertTrue(String.valueOf(refused.getMessage()).contains(word), refused.toString());
            }
        }
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
        database.dropPrimaryKey("referee_audit")
                .forEach(statement -> sql.sql(statement).update());
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
