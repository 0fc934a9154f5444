package dev.referee.adapter.mysql;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.AdapterContract;
import dev.referee.adapter.jdbc.ClosedWrapper;
import dev.referee.adapter.jdbc.JdbcAdapter;
import dev.referee.adapter.jdbc.MigrationFailed;
import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.adapter.jdbc.SchemaIncomplete;
import dev.referee.adapter.jdbc.Tag;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The shared contract, and what only these two servers make possible. */
abstract class FamilyContract extends AdapterContract {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final FamilyDatabase database;

    FamilyContract(FamilyDatabase database) {
        super(database);
        this.database = database;
    }

    @Test
    void UNIQUE_2_a_driver_that_writes_values_into_its_messages_is_told_where_guards_are_declared() {
        DataSource source = database.with("dumpQueriesOnException", "true");
        JdbcClient.create(source).sql(Tag.TABLE).update();
        JdbcClient.create(source).sql(Tag.INDEX).update();
        SchemaIncomplete told = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(source)
                        .guards(Tag.guarded("tag_name", "name"))
                        .open());
        assertTrue(told.toString().contains("dumpQueriesOnException"), told.toString());
        assertNotNull(database.on(source).open(), "without guards it is of no matter");
    }

    @Test
    void UNIQUE_2_guards_over_connections_that_do_not_let_the_driver_be_asked_are_refused_in_one_sentence() {
        DataSource source = database.fresh();
        JdbcClient.create(source).sql(Tag.TABLE).update();
        JdbcClient.create(source).sql(Tag.INDEX).update();
        SchemaIncomplete told = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(new ClosedWrapper(source))
                        .guards(Tag.guarded("tag_name", "name"))
                        .open());
        assertTrue(told.toString().contains("unwrapped"), told.toString());
    }

    @Test
    void DATA_2_text_that_the_session_would_not_take_as_it_was_sent_is_refused_when_opened() {
        DataSource behindTheDriver = new DelegatingDataSource(database.fresh()) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
                }
                return connection;
            }
        };
        DataSource byTheDriver = database.with("sessionVariables", "sql_mode='NO_BACKSLASH_ESCAPES'");
        assertBackslashIsKept(byTheDriver);
        if (driverFollowsSession()) {
            assertBackslashIsKept(behindTheDriver);
        } else {
            UnsupportedServer told = assertThrows(
                    UnsupportedServer.class,
                    () -> database.idempotencyStore(behindTheDriver).open());
            assertTrue(told.toString().contains("NO_BACKSLASH_ESCAPES"), told.toString());
        }
    }

    @Test
    void CLAIM_1_a_new_connection_that_was_told_of_backslashes_behind_its_driver_claims_nothing() {
        DataSource source = database.fresh();
        boolean[] changed = {false};
        var store = database.idempotencyStore(new DelegatingDataSource(source) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        Connection connection = super.getConnection();
                        if (changed[0]) {
                            try (Statement statement = connection.createStatement()) {
                                statement.execute("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
                            }
                        }
                        return connection;
                    }
                })
                .open();
        changed[0] = true;
        IdempotencyKey key = IdempotencyKey.of("a", "back\\slash'");
        Executable claim = () -> store.claim(key, new ActionDigest("a".repeat(64)), TimeToLive.of(LIMIT));
        if (driverFollowsSession()) {
            assertDoesNotThrow(claim);
        } else {
            assertThrows(StoreFailure.class, claim);
        }
    }

    private void assertBackslashIsKept(DataSource source) {
        IdempotencyKey key = IdempotencyKey.of("a", "back\\slash'");
        database.idempotencyStore(source).open().claim(key, new ActionDigest("a".repeat(64)), TimeToLive.of(LIMIT));
        assertEquals(
                key.key(),
                JdbcClient.create(source)
                        .sql("SELECT claim_key FROM referee_idempotency")
                        .query(String.class)
                        .single());
    }

    /** MariaDB's does, by the flag that comes with each answer. */
    abstract boolean driverFollowsSession();

    @Test
    void SCHEMA_1_a_migration_that_stopped_half_way_is_told_and_can_be_run_again() {
        DataSource source = database.fresh();
        JdbcClient sql = JdbcClient.create(source);
        sql.sql("CREATE TABLE referee_counter (name VARCHAR(64) PRIMARY KEY)").update();

        for (int start = 1; start <= 2; start++) {
            MigrationFailed failed = assertThrows(
                    MigrationFailed.class, () -> database.on(source).open());
            assertTrue(failed.toString().contains("migration 1 (commands and permits)"), failed.toString());
            assertTrue(failed.toString().contains("referee_schema_history"), failed.toString());
        }
        SchemaIncomplete incomplete = assertThrows(
                SchemaIncomplete.class,
                () -> database.on(source).migration(MigrationMode.VALIDATE).open());
        assertTrue(incomplete.missing().contains("migration 1 (commands and permits)"), incomplete.toString());

        sql.sql("DROP TABLE referee_counter").update();
        sql.sql("DELETE FROM referee_schema_history WHERE success = 0").update();
        assertEquals(1, database.on(source).open().caseIds().next().value());
    }

    @Test
    void SCHEMA_1_tables_do_not_depend_on_the_servers_defaults() {
        DataSource strange = database.with("sessionVariables", database.strangeDefaults());
        database.on(strange).open();

        List<@Nullable String> others = JdbcClient.create(strange)
                .sql(
                        "SELECT CONCAT(table_name, ' ', engine) FROM information_schema.tables"
                                + " WHERE table_schema = DATABASE() AND engine <> 'InnoDB' AND table_name <> 'referee_schema_history'")
                .query(String.class)
                .list();
        List<@Nullable String> collations = JdbcClient.create(strange)
                .sql("SELECT DISTINCT collation_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + " AND collation_name IS NOT NULL AND table_name <> 'referee_schema_history' ORDER BY 1")
                .query(String.class)
                .list();

        assertEquals(List.of(), others);
        assertEquals(List.of("ascii_bin", database.textCollation()), collations);
    }

    @Test
    void a_driver_that_calls_databases_schemas_is_refused() {
        DataSource source = database.with(database.schemaTerm(), "SCHEMA");

        assertThrows(UnsupportedServer.class, () -> database.on(source).open());
    }

    @Test
    void DATA_2_text_is_compared_as_it_is_stored() {
        DataSource source = database.fresh();
        database.on(source).open();
        JdbcClient sql = JdbcClient.create(source);
        List<String> titles = List.of("k", "K", "k ", "\u00e9", "e\u0301", "\ud83d\ude00\\'\"");
        for (int i = 0; i < titles.size(); i++) {
            sql.sql("INSERT INTO referee_permit_case VALUES (?, ?, 'applicant', '1', 'DRAFT', 1, 0, 0)")
                    .params(i + 1, titles.get(i))
                    .update();
        }
        for (String title : titles) {
            assertEquals(
                    List.of(title),
                    sql.sql("SELECT title FROM referee_permit_case WHERE title = ?")
                            .param(title)
                            .query(String.class)
                            .list());
        }
    }

    @Test
    void ADV_3_the_server_holds_a_name_until_the_transaction_has_ended_and_not_longer() {
        DataSource source = database.fresh();
        SingleConnectionDataSource pooled = pooled(source);
        JdbcAdapter adapter = database.on(pooled).open();
        LockName name = new LockName("refund of order 17");
        String stored = UserLocks.nameOf(new LockKey(catalogOf(pooled), "referee_", name));
        JdbcClient server = JdbcClient.create(source);

        try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            assertTrue(adapter.advisoryLocks().tryLock(unit, name));
            assertTrue(adapter.advisoryLocks().lock(unit, name, LIMIT));
            assertTrue(isUsed(server, stored), "before the end");
            unit.commit(List.of());
            assertFalse(isUsed(server, stored), "after the commit");
        }
        try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            assertTrue(adapter.advisoryLocks().tryLock(unit, name));
        }
        assertFalse(isUsed(server, stored), "after the rollback");

        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pooled));
        callers.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        callers.executeWithoutResult(status -> {
            try (UnitOfWork unit = adapter.unitsOfWork().join(LIMIT)) {
                assertTrue(adapter.advisoryLocks().tryLock(unit, name));
                unit.commit(List.of());
            }
            assertTrue(isUsed(server, stored), "the caller has not committed");
        });
        assertFalse(isUsed(server, stored), "after the caller's commit");
        pooled.destroy();
    }

    @Test
    void ADV_3_locks_of_the_embedding_service_stay_its_own() {
        DataSource source = database.fresh();
        SingleConnectionDataSource pooled = pooled(source);
        JdbcAdapter adapter = database.on(pooled).open();
        JdbcClient server = JdbcClient.create(source);
        JdbcClient service = JdbcClient.create(pooled);
        String own = database.newSchema().replace("referee_test_", "");

        Transactions.over(adapter).run(LIMIT, t -> {
            service.sql("SELECT GET_LOCK('" + own + "', 0)").query(Long.class).single();
            return t.tryLock(new LockName("any"));
        });

        assertTrue(isUsed(server, own), "it was not given back by us");
        pooled.destroy();
    }

    private static SingleConnectionDataSource pooled(DataSource source) {
        try {
            return new SingleConnectionDataSource(source.getConnection(), true);
        } catch (SQLException e) {
            throw new IllegalStateException("no connection", e);
        }
    }

    private static String catalogOf(DataSource source) {
        return JdbcClient.create(source)
                .sql("SELECT DATABASE()")
                .query(String.class)
                .single();
    }

    private static boolean isUsed(JdbcClient server, String name) {
        return server.sql("SELECT IS_USED_LOCK(?) IS NOT NULL")
                .param(name)
                .query(Boolean.class)
                .single();
    }
}
