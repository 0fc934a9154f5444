package dev.referee.desk.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.port.Adapter;
import dev.referee.desk.DeskRefusal;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Opens the database, unless somebody has given the context an adapter already. What is made of it, and of which kind it is, is left to the
 * starter.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(Adapter.class)
class StoreConfiguration {

    private static final long CONNECTION_TIMEOUT_MILLIS = 5_000;

    @Bean
    DeskStore deskStore(StoreProperties properties) {
        return new DeskStore(properties.databaseUrl().shown());
    }

    @Bean(destroyMethod = "close")
    HikariDataSource dataSource(StoreProperties properties) {
        DatabaseUrl url = properties.databaseUrl();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url.text());
        if (!properties.user().isEmpty()) {
            config.setUsername(properties.user());
        } else if (url.kind() == DatabaseUrl.Kind.H2 && !url.hasSetting("user")) {
            config.setUsername("sa");
        }
        if (!properties.password().isEmpty()) {
            config.setPassword(properties.password());
        }
        // MySQL and MariaDB are told of auto-commit by a statement: switched off and on, it costs each command two
        // round trips.
        config.setAutoCommit(url.kind() != DatabaseUrl.Kind.MYSQL && url.kind() != DatabaseUrl.Kind.MARIADB);
        config.setPoolName("desk");
        config.setMaximumPoolSize(properties.poolSize());
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        try {
            return new HikariDataSource(config);
        } catch (RuntimeException failed) {
            throw new DeskRefusal("The database " + url.shown() + " cannot be opened: " + reason(failed, url), failed);
        }
    }

    private static String reason(Throwable failure, DatabaseUrl url) {
        return DeskRefusal.reasonOf(failure).replace(url.text(), url.shown());
    }
}
