package dev.referee.desk.documents;

import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

@Configuration(proxyBeanMethods = false)
class DocumentsConfiguration {

    private static final Map<String, String> BYTES =
            Map.of("PostgreSQL", "BYTEA", "MySQL", "MEDIUMBLOB", "MariaDB", "MEDIUMBLOB");

    /** After the adapter, which refuses a database that will not do. */
    @Bean
    Documents documents(
            Adapter adapter, ObjectProvider<DataSource> dataSource, ObjectProvider<Transactions> transactions) {
        return Optional.ofNullable(dataSource.getIfAvailable())
                .<Documents>map(database -> {
                    migrate(database);
                    return new SqlDocuments(database, transactions.getObject());
                })
                .orElseGet(InMemoryDocuments::new);
    }

    /** The desk's own table, with a history of its own. */
    private static void migrate(DataSource dataSource) {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/desk")
                .table("desk_schema_history")
                .placeholders(Map.of("bytes", BYTES.getOrDefault(product(dataSource), "BLOB")))
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .cleanDisabled(true)
                .load()
                .migrate();
    }

    private static String product(DataSource dataSource) {
        try {
            return JdbcUtils.extractDatabaseMetaData(
                    dataSource, metaData -> String.valueOf(metaData.getDatabaseProductName()));
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
