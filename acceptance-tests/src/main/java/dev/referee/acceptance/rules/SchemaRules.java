package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.BareStore;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.SchemaOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.Feature;
import dev.referee.domain.command.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How the tables come about. */
public abstract class SchemaRules extends Rules {

    private static final String SCHEMA = "tenant_a";

    @Test
    void SCHEMA_1_an_empty_database_is_migrated() {
        BareStore bare = bare();
        assertEquals(List.of(), bare.objects(), "the database is empty at first");

        assertWorks(open(bare, SchemaOptions.DEFAULT), "open");
    }

    /**
     * So far there is one version. With the second one released, this test also begins with each earlier version's tables: the fixture
     * then makes them from the migrations up to that version, with rows in them.
     */
    @Test
    void SCHEMA_1_a_migrated_database_stays_as_it_is() {
        BareStore bare = bare();
        Permits first = permits(open(bare, SchemaOptions.DEFAULT));
        first.putInReview();
        Outcome answer = first.approve("approve", Permits.IN_REVIEW);
        List<String> objects = bare.objects();

        Permits again = permits(open(bare, SchemaOptions.DEFAULT));

        assertEquals(objects, bare.objects());
        assertReplayed(answer, again.approve("approve", Permits.IN_REVIEW));
    }

    @ConcurrencyTest
    void SCHEMA_2_two_nodes_that_migrate_at_once_end_with_one_schema() {
        SchemaOptions tenant = tenant("p_");
        List<String> expected = objectsOf(tenant);
        BareStore bare = bare();

        List<Node> nodes = crew().atOnce(2, i -> open(bare, tenant));

        assertEquals(expected, bare.objects());
        Outcome answer = assertWorks(nodes.get(0), "open");
        assertReplayed(answer, permits(nodes.get(1)).commands().open(Permits.opening("open", "A shed")));
    }

    @Test
    void SCHEMA_3_schema_and_prefix_are_in_the_name_of_every_object() {
        requires(Feature.SCHEMA_NAMES);
        assertNamedAlike(SchemaOptions.DEFAULT.named(SCHEMA, "p_"), "tenant_a\\.p_.+");
    }

    @Test
    void SCHEMA_3_a_prefix_alone_is_in_the_name_of_every_object() {
        assertNamedAlike(SchemaOptions.DEFAULT.prefixed("p_"), ".+\\.p_.+");
    }

    private void assertNamedAlike(SchemaOptions options, String pattern) {
        BareStore bare = bare();
        assertWorks(open(bare, options), "open");

        List<String> objects = bare.objects();
        assertFalse(objects.isEmpty());
        assertEquals(
                List.of(),
                objects.stream().filter(name -> !name.matches(pattern)).toList(),
                "objects with other names");
        for (String table : List.of(Snapshot.AUDIT, Snapshot.OPERATION, Snapshot.EVENT)) {
            assertTrue(objects.stream().anyMatch(name -> name.endsWith(".p_" + table)), () -> table + " in " + objects);
        }
    }

    @Test
    void SCHEMA_3_two_tenants_of_one_database_do_not_meet() {
        BareStore bare = bare();
        List<Node> tenants = new ArrayList<>(List.of(open(bare, tenant("p_")), open(bare, tenant("q_"))));
        if (has(Feature.SCHEMA_NAMES)) {
            tenants.add(open(bare, SchemaOptions.DEFAULT.named("tenant_b", "p_")));
        }

        for (Node tenant : tenants) {
            assertApplied(permits(tenant).commands().open(Permits.opening("open", "A shed")));
        }
    }

    @Test
    void SCHEMA_3_names_that_could_be_more_than_names_are_refused() {
        BareStore bare = bare();
        for (String name :
                List.of("", "a b", "a;b", "a\"b", "a`b", "A", "1a", "a-b", "a.b", "\u00e4", "x".repeat(70))) {
            assertThrows(RuntimeException.class, () -> open(bare, SchemaOptions.DEFAULT.named(name, "p_")), name);
        }
        for (String prefix : List.of("a b_", "a;b", "a\"b", "a`b", "A", "a-b", "a.b", "\u00e4", "x".repeat(70))) {
            assertThrows(RuntimeException.class, () -> open(bare, tenant(prefix)), prefix);
        }
        assertEquals(List.of(), bare.objects());
    }

    @Test
    void SCHEMA_4_a_good_schema_passes_without_the_right_to_change_it() {
        for (SchemaOptions options : List.of(SchemaOptions.DEFAULT, tenant("p_"))) {
            BareStore bare = bare();
            open(bare, options);
            List<String> objects = bare.objects();

            assertWorks(open(bare, options.validating()), "open");

            assertEquals(objects, bare.objects());
        }
    }

    @Test
    void SCHEMA_4_every_missing_table_is_named() {
        BareStore bare = bare();
        SchemaOptions tenant = tenant("p_");
        open(bare, tenant);
        List<String> tables = bare.objects().stream()
                .filter(name -> name.matches(".+\\.p_(event|permit_fee|audit)"))
                .toList();
        assertEquals(3, tables.size(), tables::toString);
        tables.forEach(bare::dropTable);
        List<String> broken = bare.objects();

        String message = refused(bare, tenant.validating());

        for (String table : tables) {
            assertTrue(message.contains(table.substring(table.indexOf('.') + 1)), () -> table + " in: " + message);
        }
        assertFalse(message.contains("p_operation"), message);
        assertEquals(broken, bare.objects(), "nothing was made");
    }

    @Test
    void SCHEMA_4_every_missing_column_is_named() {
        BareStore bare = bare();
        open(bare, SchemaOptions.DEFAULT);
        String event = named(bare, Snapshot.EVENT);
        String operation = named(bare, Snapshot.OPERATION);
        bare.dropColumn(event, "payload");
        bare.dropColumn(operation, "outcome");
        bare.dropColumn(operation, "execution");

        String message = refused(bare, SchemaOptions.DEFAULT.validating());

        for (String column : List.of("payload", "outcome", "execution")) {
            assertTrue(message.contains(column), () -> column + " in: " + message);
        }
        assertFalse(message.contains("digest"), message);
    }

    @Test
    void SCHEMA_4_an_empty_database_is_named_table_by_table() {
        BareStore migrated = bare();
        open(migrated, SchemaOptions.DEFAULT);
        BareStore bare = bare();

        String message = refused(bare, SchemaOptions.DEFAULT.validating());

        for (String table : new TreeSet<>(List.of(Snapshot.AUDIT, Snapshot.OPERATION, Snapshot.EVENT))) {
            String name = named(migrated, table);
            assertTrue(message.contains(name.substring(name.indexOf('.') + 1)), () -> table + " in: " + message);
        }
        assertEquals(List.of(), bare.objects());
    }

    /** In a schema of its own, where the engine has such. */
    private SchemaOptions tenant(String prefix) {
        return has(Feature.SCHEMA_NAMES)
                ? SchemaOptions.DEFAULT.named(SCHEMA, prefix)
                : SchemaOptions.DEFAULT.prefixed(prefix);
    }

    /** What one node alone makes of an empty database, which is gone afterwards. */
    private List<String> objectsOf(SchemaOptions options) {
        requires(Feature.SCHEMA);
        BareStore alone = fixture().openBare();
        alone.open(options).close();
        List<String> objects = alone.objects();
        alone.close();
        return objects;
    }

    private static String named(BareStore bare, String table) {
        return bare.objects().stream()
                .filter(name -> name.endsWith("referee_" + table))
                .findFirst()
                .orElseThrow();
    }

    private String refused(BareStore bare, SchemaOptions options) {
        return String.valueOf(
                assertThrows(RuntimeException.class, () -> open(bare, options)).getMessage());
    }

    private BareStore bare() {
        requires(Feature.SCHEMA);
        return closeAtEnd(fixture().openBare());
    }

    private Node open(BareStore bare, SchemaOptions options) {
        Node node = bare.open(options);
        synchronized (this) {
            return closeAtEnd(node);
        }
    }

    private Permits permits(Node on) {
        return new Permits(
                on, CommandEngine.over(on.adapter()).observer(observed).build());
    }

    private Outcome assertWorks(Node on, String operation) {
        Permits permits = permits(on);
        Outcome first = permits.commands().open(Permits.opening(operation, "A shed"));
        assertApplied(first);
        assertInstanceOf(Outcome.Replayed.class, permits.commands().open(Permits.opening(operation, "A shed")));
        return first;
    }
}
