package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.Dialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Brings the tables to the version of this library with Flyway, which keeps a history table of the library's own. */
final class Migrator {

    /** Nodes that migrate an empty schema at once can collide on the history table itself; the loser then finds all done. */
    private static final int ATTEMPTS = 5;

    private final Flyway flyway;

    /** @param schema as the server writes it in its catalogue */
    Migrator(DataSource dataSource, Dialect dialect, Tables tables, String schema) {
        String qualifier = tables.schema().map(name -> name + ".").orElse("");
        FluentConfiguration configuration = Flyway.configure(dialect.getClass().getClassLoader())
                .dataSource(dataSource)
                .locations(dialect.migrations())
                .table(tables.prefix() + "schema_history")
                .placeholders(Map.of("schema", qualifier, "prefix", tables.prefix()))
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .cleanDisabled(true);
        if (tables.schema().isPresent()) {
            configuration.defaultSchema(schema).schemas(schema).createSchemas(true);
        }
        this.flyway = configuration.load();
    }

    void migrate() {
        for (int attempt = 1; ; attempt++) {
            try {
                flyway.migrate();
                return;
            } catch (FlywayException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Which migrations are not there, by version and description; empty if all are. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        Arrays.stream(flyway.info().pending()).map(Migrator::name).forEach(missing::add);
        return missing;
    }

    private static String name(MigrationInfo info) {
        return "migration " + info.getVersion() + " (" + info.getDescription() + ")";
    }
}
