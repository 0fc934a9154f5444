package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.MigrationFailed;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.FailureChain;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Brings the tables to the version of this library with Flyway, which keeps a history table of the library's own. Works on one
 * connection, so that a pool of one is enough.
 */
final class Migrator {

    private static final Logger LOG = System.getLogger(Migrator.class.getName());

    /** Nodes that migrate an empty schema at once can collide on the history table itself; the loser then finds all done. */
    private static final int ATTEMPTS = 20;

    /** What is met so often in a row is no collision. */
    private static final int ALIKE = 4;

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Engines that run inside this process, and have no lock of a session, are migrated one at a time. */
    private static final Object IN_THIS_PROCESS = new Object();

    private final Flyway flyway;
    private final String history;
    private final String where;

    /** @param schema as the server writes it in its catalogue; empty for the connection's own */
    Migrator(Connection connection, Dialect dialect, Layout layout, String schema) {
        this.history = layout.history();
        Map<String, String> placeholders = new HashMap<>(layout.placeholders());
        placeholders.put(
                "schema", layout.tables().schema().map(name -> name + ".").orElse(""));
        this.where = layout.tables().schema().map(name -> "the schema " + name).orElse("the connection's own schema");
        FluentConfiguration configuration = Flyway.configure(dialect.getClass().getClassLoader())
                .configuration(dialect.flyway())
                .dataSource(new SingleConnectionDataSource(connection, true))
                .locations(layout.migrations())
                .table(history)
                .placeholders(placeholders)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .cleanDisabled(true);
        if (!schema.isEmpty()) {
            configuration.defaultSchema(schema).schemas(schema).createSchemas(true);
        }
        this.flyway = configuration.load();
    }

    void migrate() {
        synchronized (IN_THIS_PROCESS) {
            String last = "";
            int alike = 0;
            for (int attempt = 1; ; attempt++) {
                try {
                    flyway.migrate();
                    return;
                } catch (FlywayException e) {
                    List<String> failed = failed(e);
                    if (!failed.isEmpty()) {
                        throw new MigrationFailed(failed, history, e);
                    }
                    String refusal = refusal(e);
                    alike = refusal.equals(last) ? alike + 1 : 1;
                    last = refusal;
                    if (attempt == ATTEMPTS || alike == ALIKE) {
                        throw MigrationFailed.refused(where, refusal, e);
                    }
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }
    }

    private static String refusal(FlywayException reason) {
        return FailureChain.of(reason).stream()
                .findFirst()
                .map(failure -> "SQLState " + failure.getSQLState() + ", code " + failure.getErrorCode())
                .orElse("before it was asked");
    }

    /** Which migrations failed and could not be rolled back, so that Flyway noted it. */
    private List<String> failed(FlywayException reason) {
        try {
            return names(MigrationState.FAILED);
        } catch (FlywayException e) {
            reason.addSuppressed(e);
            return List.of();
        }
    }

    /** What is missing of the history, in words; empty if nothing is. */
    List<String> missing() {
        try {
            return names(MigrationState.PENDING, MigrationState.FAILED);
        } catch (FlywayException e) {
            LOG.log(Level.DEBUG, "the history of migrations cannot be read", e);
            return List.of("the right to read " + history);
        }
    }

    private List<String> names(MigrationState... states) {
        List<MigrationState> wanted = List.of(states);
        return Arrays.stream(flyway.info().all())
                .filter(info -> wanted.contains(info.getState()))
                .map(Migrator::name)
                .toList();
    }

    private static String name(MigrationInfo info) {
        return "migration " + info.getVersion() + " (" + info.getDescription() + ")";
    }
}
