package dev.referee.adapter.jdbc;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.internal.JdbcParts;
import dev.referee.adapter.jdbc.internal.Layout;
import dev.referee.adapter.jdbc.internal.Opening;
import dev.referee.adapter.jdbc.internal.Tables;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StepListener;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Opens an adapter on a data source. Spring JDBC code and transactions of the embedding service that use the same data source are
 * seen by the adapter, and take part in its transactions. Not for use by several threads.
 */
public final class JdbcAdapterBuilder {

    private final OpeningOptions options;
    private String prefix = "referee_";
    private List<SqlGuardedInsert<?>> guards = List.of();
    private StepListener listener = StepListener.NONE;

    private JdbcAdapterBuilder(OpeningOptions options) {
        this.options = options;
    }

    /** For adapters of single engines: the probe chooses the dialect. */
    public static JdbcAdapterBuilder of(DataSource dataSource, Probe probe) {
        return new JdbcAdapterBuilder(new OpeningOptions(dataSource, probe));
    }

    /**
     * The schema of the tables, made if it is not there: a-z, 0-9 and underscore. By default the connection's own. Refused when opened where
     * {@link Feature#SCHEMA_NAMES} is missing.
     */
    public JdbcAdapterBuilder schema(String name) {
        options.schema(name);
        return this;
    }

    /** Begins the name of each object of the library: a-z, 0-9 and underscore, at most 31. By default {@code referee_}. */
    public JdbcAdapterBuilder tablePrefix(String prefixOfTables) {
        this.prefix = prefixOfTables;
        return this;
    }

    /** By default {@link MigrationMode#MIGRATE}. */
    public JdbcAdapterBuilder migration(MigrationMode mode) {
        options.migration(mode);
        return this;
    }

    /**
     * Migrates over another data source, whose user may change the schema; the one that was given first then needs no such right.
     */
    public JdbcAdapterBuilder migrateWith(DataSource ownerOfTables) {
        options.owner(ownerOfTables);
        return this;
    }

    /**
     * The inserts that {@link JdbcAdapter#guardedInserts} is to run. When the adapter is opened their unique keys are looked up in the
     * database, whose tables must be there by then.
     */
    public JdbcAdapterBuilder guards(SqlGuardedInsert<?>... inserts) {
        this.guards = List.of(inserts);
        return this;
    }

    /** Is told of each step of each command. */
    public JdbcAdapterBuilder listener(StepListener stepListener) {
        this.listener = stepListener;
        return this;
    }

    /** How long after the server should have ended a statement the driver gives a silent peer up: 100 ms to 10 minutes, by default 2 s. */
    public JdbcAdapterBuilder networkSlack(Duration time) {
        options.slack(time);
        return this;
    }

    /**
     * Asks the server what it is, migrates or validates the tables, and gives the adapter.
     *
     * @throws dev.referee.adapter.jdbc.dialect.UnsupportedServer if the server is of another kind or too old, or if the schema's name is a reserved
     *     word of it
     * @throws MigrationFailed if a migration failed, now or earlier, on a server that could not roll it back, or if the database refused it (no
     *     right to create tables, for one)
     * @throws SchemaIncomplete if guards, tables, columns, keys or migrations are missing
     * @throws dev.referee.application.port.StoreFailure if no connection can be had, or the server does not answer
     */
    public JdbcAdapter open() {
        Tables tables = new Tables(options.schema(), prefix);
        Opening opening = options.opening(tables);
        Dialect dialect = options.choose(opening);
        opening.prepare(dialect, Layout.ofAdapter(tables, dialect), options.migration(), guards);
        return new JdbcAdapter(
                dialect.capabilities(),
                JdbcParts.of(
                        options.dataSource(),
                        dialect,
                        tables,
                        opening.whereTablesAre(),
                        guards,
                        listener,
                        options.slack()));
    }
}
