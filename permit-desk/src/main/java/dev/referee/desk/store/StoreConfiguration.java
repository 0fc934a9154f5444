package dev.referee.desk.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.adapter.mysql.MySqlAdapter;
import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.adapter.sqlite.SqliteAdapter;
import dev.referee.application.port.Adapter;
import dev.referee.desk.DeskRefusal;
import java.sql.SQLException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens the database, unless somebody has given the context an adapter already. */
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

    @Bean
    Adapter adapter(HikariDataSource dataSource, StoreProperties properties) {
        DatabaseUrl url = properties.databaseUrl();
        try {
            return switch (url.kind()) {
                case POSTGRESQL -> PostgresAdapter.on(dataSource).open();
                case MYSQL, MARIADB -> MySqlAdapter.on(dataSource).open();
                case H2 -> H2Adapter.on(dataSource).open();
                case SQLITE -> SqliteAdapter.on(dataSource).open();
            };
        } catch (UnsupportedServer unsupported) {
            throw new DeskRefusal(String.valueOf(unsupported.getMessage()), unsupported);
        } catch (RuntimeException failed) {
            throw new DeskRefusal(
                    "The tables in " + url.shown() + " cannot be prepared: " + reason(failed, url), failed);
        }
    }

    /** What the driver said, on one line. */
    private static String reason(Throwable failure, DatabaseUrl url) {
        String message = String.valueOf(failure.getMessage());
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException) {
                message = String.valueOf(each.getMessage());
            }
        }
        return message.replace(url.text(), url.shown()).lines().findFirst().orElse("no reason given");
    }
}
