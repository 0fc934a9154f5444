package dev.referee.adapter.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.jdbc.AdapterContract;
import dev.referee.adapter.jdbc.MigrationFailed;
import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.adapter.jdbc.SchemaIncomplete;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The shared contract, and what only these two servers make possible. */
abstract class FamilyContract extends AdapterContract {

    private final FamilyDatabase database;

    FamilyContract(FamilyDatabase database) {
        super(database);
        this.database = database;
    }

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
}
