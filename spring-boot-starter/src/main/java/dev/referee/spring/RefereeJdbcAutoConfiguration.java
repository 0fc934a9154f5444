package dev.referee.spring;

import dev.referee.adapter.jdbc.JdbcAdapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStore;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.IdempotencyStore;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/**
 * An adapter and a store of claims on the application's data source: the only one, or the primary one. They run their own transactions over
 * it, so they need no transaction manager; they see those that the application's manager has bound.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(RefereeProperties.class)
public final class RefereeJdbcAutoConfiguration {

    /** Opened after the application's own tables are migrated: guards are looked up in them. */
    @Bean
    @ConditionalOnMissingBean(Adapter.class)
    @DependsOnDatabaseInitialization
    JdbcAdapter refereeAdapter(
            ObjectProvider<DataSource> dataSources,
            RefereeProperties properties,
            ObjectProvider<SqlGuardedInsert<?>> guards,
            ObjectProvider<RefereeCustomizer> customizers) {
        DataSource dataSource = single(dataSources);
        JdbcAdapterBuilder builder = SqlEngine.of(dataSource)
                .adapter(dataSource)
                .tablePrefix(properties.tablePrefix())
                .migration(properties.migration())
                .networkSlack(properties.networkSlack());
        if (!properties.schema().isEmpty()) {
            builder.schema(properties.schema());
        }
        List<SqlGuardedInsert<?>> all = guards.orderedStream().toList();
        builder.guards(all.toArray(SqlGuardedInsert<?>[]::new));
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.open();
    }

    /** Its claims commit by themselves, on connections of the same pool. */
    @Bean
    @ConditionalOnMissingBean(IdempotencyStore.class)
    @ConditionalOnBooleanProperty(name = "referee.idempotency.enabled", matchIfMissing = true)
    @DependsOnDatabaseInitialization
    JdbcIdempotencyStore refereeIdempotencyStore(
            ObjectProvider<DataSource> dataSources,
            RefereeProperties properties,
            ObjectProvider<RefereeCustomizer> customizers) {
        DataSource dataSource = single(dataSources);
        JdbcIdempotencyStoreBuilder builder = SqlEngine.of(dataSource)
                .claims(dataSource)
                .table(properties.idempotency().table())
                .migration(properties.migration())
                .networkSlack(properties.networkSlack());
        if (!properties.schema().isEmpty()) {
            builder.schema(properties.schema());
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.open();
    }

    private static DataSource single(ObjectProvider<DataSource> dataSources) {
        @Nullable DataSource dataSource = dataSources.getIfUnique();
        if (dataSource == null) {
            throw new CannotStart(
                    "There are several data sources, and none of them is the primary one.",
                    "Mark the one that Referee is to use with @Primary, or give an Adapter and an IdempotencyStore as beans of your own.");
        }
        return dataSource;
    }
}
