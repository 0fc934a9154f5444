package dev.referee.adapter.jdbc;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.adapter.jdbc.internal.Opening;
import dev.referee.adapter.jdbc.internal.Tables;
import dev.referee.application.port.Feature;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** What all builders are told. */
final class OpeningOptions {

    private static final Duration LONGEST_SLACK = Duration.ofMinutes(10);

    private final DataSource dataSource;
    private final Probe probe;
    private Optional<DataSource> owner = Optional.empty();
    private Optional<String> schema = Optional.empty();
    private MigrationMode migration = MigrationMode.MIGRATE;
    private Duration slack = Duration.ofSeconds(2);

    OpeningOptions(DataSource dataSource, Probe probe) {
        this.dataSource = withoutProxy(dataSource);
        this.probe = probe;
    }

    /** Spring binds transactions under the real data source, not under a proxy that takes part in them. */
    private static DataSource withoutProxy(DataSource dataSource) {
        @Nullable
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    void owner(DataSource ownerOfTables) {
        this.owner = Optional.of(ownerOfTables);
    }

    void schema(String name) {
        this.schema = Optional.of(name);
    }

    void migration(MigrationMode mode) {
        this.migration = mode;
    }

    void slack(Duration time) {
        if (time.compareTo(Duration.ofMillis(100)) < 0 || time.compareTo(LONGEST_SLACK) > 0) {
            throw new IllegalArgumentException("network slack must be 100 ms to 10 minutes, but is " + time);
        }
        this.slack = time;
    }

    DataSource dataSource() {
        return dataSource;
    }

    Optional<String> schema() {
        return schema;
    }

    MigrationMode migration() {
        return migration;
    }

    Duration slack() {
        return slack;
    }

    Opening opening(Tables tables) {
        return new Opening(dataSource, owner.orElse(dataSource), tables);
    }

    /** Asks the server what it is. */
    Dialect choose(Opening opening) {
        Dialect dialect = opening.choose(probe);
        Optional<String> reason = dialect.capabilities().whyNot(Feature.SCHEMA_NAMES);
        if (schema.isPresent() && reason.isPresent()) {
            throw new UnsupportedServer(reason.get());
        }
        opening.refuseReservedSchema();
        return dialect;
    }
}
