package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The idempotency store's table: how it is made, checked and searched. */
public abstract class IdempotencySchemaContract extends ClaimBench {

    private static final int MANY = 8_192;

    protected IdempotencySchemaContract(Database database) {
        super(database);
    }

    @Test
    void SCHEMA_1_a_store_is_opened_again_and_beside_an_adapter_of_the_same_schema() {
        acquire(KEY);
        for (int start = 1; start <= 2; start++) {
            JdbcAdapter adapter = database.on(pool).open();
            assertTrue(adapter.caseIds().next().value() > 0);
            JdbcIdempotencyStore again = database.idempotencyStore(pool).open();
            assertInstanceOf(ClaimAnswer.Pending.class, again.claim(KEY, ACTION, TIME));
        }
        database.on(pool).migration(MigrationMode.VALIDATE).open();
        database.idempotencyStore(pool).migration(MigrationMode.VALIDATE).open();
    }

    @Test
    void SCHEMA_2_nodes_that_migrate_at_once_end_with_one_table() throws Exception {
        int nodes = 4;
        DataSource empty = database.fresh();
        CyclicBarrier start = new CyclicBarrier(nodes);
        List<CompletableFuture<JdbcIdempotencyStore>> opened = IntStream.range(0, nodes)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> {
                            await(start);
                            return database.idempotencyStore(empty).open();
                        },
                        threads))
                .toList();
        int acquired = 0;
        for (CompletableFuture<JdbcIdempotencyStore> each : opened) {
            ClaimAnswer answer = each.get(60, TimeUnit.SECONDS).claim(KEY, ACTION, TIME);
            acquired += answer instanceof ClaimAnswer.Acquired ? 1 : 0;
        }
        assertEquals(1, acquired);
    }

    @Test
    void SCHEMA_3_tables_of_other_names_and_schemas_are_stores_of_their_own() {
        List<JdbcIdempotencyStore> stores = new ArrayList<>(
                List.of(store, database.idempotencyStore(pool).table("webhooks").open()));
        if (hasSchemas()) {
            String schema = database.newSchema();
            stores.add(database.idempotencyStore(pool).schema(schema).open());
            stores.add(database.idempotencyStore(pool)
                    .schema(schema)
                    .table("webhooks")
                    .open());
        } else {
            assertThrows(
                    UnsupportedServer.class,
                    () -> database.idempotencyStore(pool).schema("tenant_a").open());
        }
        for (JdbcIdempotencyStore each : stores) {
            ClaimAnswer.Acquired own = assertInstanceOf(ClaimAnswer.Acquired.class, each.claim(KEY, ACTION, TIME));
            assertTrue(each.record(KEY, own.token(), RESULT));
            assertEquals(new ClaimAnswer.Completed(RESULT), each.claim(KEY, ACTION, TIME));
            assertEquals(0, each.deleteExpired(10));
        }
        sql.sql("UPDATE webhooks SET expires_at = " + database.hoursEarlier().formatted(1))
                .update();
        assertEquals(1, stores.get(1).deleteExpired(10));
    }

    @Test
    void names_that_are_none_are_refused() {
        for (String name : List.of("", "Claims", "1st", "a b", "a;b", "a\"b", "a".repeat(32))) {
            JdbcIdempotencyStoreBuilder builder =
                    database.idempotencyStore(pool).table(name);
            String told =
                    assertThrows(IllegalArgumentException.class, builder::open).toString();
            assertTrue(told.contains("table must match"), told);
        }
    }

    @Test
    void SCHEMA_3_what_belongs_to_one_table_is_the_name_of_no_other() {
        for (String ending : List.of("_pk", "_expiry", "_history")) {
            JdbcIdempotencyStoreBuilder builder =
                    database.idempotencyStore(pool).table("referee_idempotency" + ending);
            String told =
                    assertThrows(IllegalArgumentException.class, builder::open).toString();
            assertTrue(told.contains("must not end with") && told.contains(ending), told);
        }
        for (boolean adapterFirst : List.of(false, true)) {
            DataSource empty = database.fresh();
            for (boolean adapter : List.of(adapterFirst, !adapterFirst)) {
                if (adapter) {
                    database.on(empty).tablePrefix("referee_idempotency_").open();
                } else {
                    database.idempotencyStore(empty).open();
                }
            }
            assertInstanceOf(
                    ClaimAnswer.Acquired.class,
                    database.idempotencyStore(empty).open().claim(KEY, ACTION, TIME));
        }
    }

    @Test
    void SCHEMA_3_a_reserved_word_is_refused_as_a_table_and_leaves_nothing_behind() {
        for (String word : List.of("select", "order", "user", "dual", "rank", "key")) {
            DataSource empty = database.fresh();
            try {
                assertInstanceOf(
                        ClaimAnswer.Acquired.class,
                        database.idempotencyStore(empty).table(word).open().claim(KEY, ACTION, TIME),
                        "no reserved word here: " + word);
            } catch (UnsupportedServer e) {
                assertTrue(String.valueOf(e.getMessage()).contains(word), e.toString());
            } catch (MigrationFailed e) {
                assertFalse(hasSchemas(), "only SQLite has no code for that: " + e);
            }
            assertThrows(
                    SchemaIncomplete.class,
                    () -> database.idempotencyStore(empty)
                            .table("webhooks")
                            .migration(MigrationMode.VALIDATE)
                            .open());
            database.idempotencyStore(empty).table("webhooks").open();
        }
    }

    @Test
    void SCHEMA_4_validation_names_what_is_missing_and_changes_nothing() {
        DataSource empty = database.fresh();
        assertMissing(empty, "migration 1 (claims)", "table referee_idempotency");
        assertMissing(empty, "migration 1 (claims)", "table referee_idempotency");

        database.idempotencyStore(empty).open();
        JdbcClient there = JdbcClient.create(empty);
        there.sql(database.dropIndex("referee_idempotency", "referee_idempotency_expiry"))
                .update();
        assertMissing(empty, "index of referee_idempotency on [expires_at]");
        there.sql("ALTER TABLE referee_idempotency DROP COLUMN result").update();
        assertMissing(empty, "column referee_idempotency.result", "index of referee_idempotency on [expires_at]");
        List<String> withoutKey = database.dropPrimaryKey("referee_idempotency");
        if (!withoutKey.isEmpty()) {
            withoutKey.forEach(statement -> there.sql(statement).update());
            assertMissing(
                    empty,
                    "column referee_idempotency.result",
                    "primary key of referee_idempotency on [claim_key, namespace]",
                    "index of referee_idempotency on [expires_at]");
        }
    }

    private void assertMissing(DataSource source, String... missing) {
        SchemaIncomplete told = assertThrows(
                SchemaIncomplete.class,
                () -> database.idempotencyStore(source)
                        .migration(MigrationMode.VALIDATE)
                        .open());
        assertEquals(List.of(missing), told.missing());
    }

    @Test
    void CLAIM_7_deletion_searches_the_index_on_expiry_and_deletes_by_key() throws SQLException {
        fill();
        spy.takeSeen();
        assertEquals(100, store.deleteExpired(100));
        List<Sql> seen = spy.takeSeen().stream()
                .filter(each -> each.text().contains("referee_idempotency")
                        && !each.text().contains("1 = 0"))
                .toList();
        for (Sql each : seen) {
            boolean byKey = each.text().contains("claim_key = ?") || each.text().contains("(namespace, claim_key)");
            String plan = plan(each);
            assertTrue(plan.contains(byKey ? database.keySearched() : database.expirySearched()), plan);
        }
        assertTrue(seen.size() >= 2, seen::toString);
        assertEquals(MANY - 100, store.deleteExpired(10_000));
    }

    /** So many that are over, and as many that live. */
    private void fill() {
        acquire(IdempotencyKey.of("payments", "over"));
        letExpire();
        acquire(IdempotencyKey.of("payments", "live"));
        for (int i = 0; 1 << i < MANY; i++) {
            sql.sql("INSERT INTO referee_idempotency (namespace, claim_key, digest, token, expires_at)"
                            + " SELECT namespace, CONCAT(claim_key, '-" + i + "'), digest, token, expires_at"
                            + " FROM referee_idempotency")
                    .update();
        }
    }

    private String plan(Sql statement) throws SQLException {
        // MariaDB explains no statement with a setting of its own.
        String text = statement.text().replaceFirst("^SET STATEMENT \\S+ FOR ", "");
        for (Object parameter : statement.parameters()) {
            String literal = parameter instanceof Number ? parameter.toString() : "'" + parameter + "'";
            text = text.replaceFirst("\\?", literal);
        }
        StringBuilder plan = new StringBuilder();
        try (Connection connection = direct.getConnection();
                ResultSet rows = connection.createStatement().executeQuery(database.explain() + text)) {
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    plan.append(Objects.toString(rows.getObject(i), "")).append(' ');
                }
                plan.append('\n');
            }
        }
        return plan.toString();
    }

    private boolean hasSchemas() {
        return store.capabilities().whyNot(Feature.SCHEMA_NAMES).isEmpty();
    }
}
