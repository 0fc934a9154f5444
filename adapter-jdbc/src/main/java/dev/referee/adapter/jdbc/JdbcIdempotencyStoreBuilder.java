package dev.referee.adapter.jdbc;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.internal.ClaimParts;
import dev.referee.adapter.jdbc.internal.Layout;
import dev.referee.adapter.jdbc.internal.Opening;
import dev.referee.adapter.jdbc.internal.Tables;
import dev.referee.application.port.Feature;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Opens an idempotency store on a data source. Its table needs no adapter's beside it, and is in the way of none. Not for use by several
 * threads.
 */
public final class JdbcIdempotencyStoreBuilder {

    private final OpeningOptions options;
    private String table = "referee_idempotency";

    private JdbcIdempotencyStoreBuilder(OpeningOptions options) {
        this.options = options;
    }

    /** For adapters of single engines: the probe chooses the dialect. */
    public static JdbcIdempotencyStoreBuilder of(DataSource dataSource, Probe probe) {
        return new JdbcIdempotencyStoreBuilder(new OpeningOptions(dataSource, probe));
    }

    /**
     * The table: a letter, then a-z, 0-9 and underscore, at most 31 in all, and none of the endings that its own key, index and history of
     * migrations have: {@code _pk}, {@code _expiry}, {@code _history}. By default {@code referee_idempotency}.
     */
    public JdbcIdempotencyStoreBuilder table(String name) {
        this.table = name;
        return this;
    }

    /**
     * The schema of the table, made if it is not there: a letter, then a-z, 0-9 and underscore. By default the connection's own. Refused when opened where
     * {@link Feature#SCHEMA_NAMES} is missing.
     */
    public JdbcIdempotencyStoreBuilder schema(String name) {
        options.schema(name);
        return this;
    }

    /** By default {@link MigrationMode#MIGRATE}. */
    public JdbcIdempotencyStoreBuilder migration(MigrationMode mode) {
        options.migration(mode);
        return this;
    }

    /**
     * Migrates over another data source, whose user may change the schema; the one that was given first then needs no such right.
     */
    public JdbcIdempotencyStoreBuilder migrateWith(DataSource ownerOfTable) {
        options.owner(ownerOfTable);
        return this;
    }

    /** How long after the server should have ended a statement the driver gives a silent peer up: 100 ms to 10 minutes, by default 2 s. */
    public JdbcIdempotencyStoreBuilder networkSlack(Duration time) {
        options.slack(time);
        return this;
    }

    /**
     * Asks the server what it is, migrates or validates the table, and gives the store.
     *
     * @throws IllegalArgumentException if the name of the table or the schema is none
     * @throws dev.referee.adapter.jdbc.dialect.UnsupportedServer if the server is of another kind or too old, or if the name of the table or the
     *     schema is a reserved word of its
     * @throws MigrationFailed if a migration failed, now or earlier, on a server that could not roll it back, or if the database refused it (no
     *     right to create tables, for one)
     * @throws SchemaIncomplete if the table, columns, keys or migrations are missing
     * @throws dev.referee.application.port.StoreFailure if no connection can be had, or the server does not answer
     */
    public JdbcIdempotencyStore open() {
        Tables single = Tables.single(options.schema(), table);
        Opening opening = options.opening(single);
        Dialect dialect = options.choose(opening);
        opening.refuseReservedTable();
        opening.prepare(dialect, Layout.ofIdempotency(single, dialect), options.migration(), List.of());
        ClaimParts parts =
                ClaimParts.of(options.dataSource(), dialect, single, opening.oneLock(dialect), options.slack());
        return new JdbcIdempotencyStore(dialect.capabilities(), parts.own(), parts.joined());
    }
}
