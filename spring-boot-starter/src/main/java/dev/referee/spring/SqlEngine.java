package dev.referee.spring;

import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.mysql.MySqlAdapter;
import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.adapter.sqlite.SqliteAdapter;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.util.ClassUtils;

/** The databases that Referee has an adapter for. Each adapter is in an artifact of its own, which may not be on the class path. */
enum SqlEngine {
    POSTGRESQL("referee-adapter-jdbc-postgres", "dev.referee.adapter.postgres.PostgresAdapter", "PostgreSQL") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return PostgresAdapter.on(dataSource);
        }
    },
    MYSQL("referee-adapter-jdbc-mysql", "dev.referee.adapter.mysql.MySqlAdapter", "MySQL", "MariaDB") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return MySqlAdapter.on(dataSource);
        }
    },
    H2("referee-adapter-jdbc-h2", "dev.referee.adapter.h2.H2Adapter", "H2") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return H2Adapter.on(dataSource);
        }
    },
    SQLITE("referee-adapter-jdbc-sqlite", "dev.referee.adapter.sqlite.SqliteAdapter", "SQLite") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return SqliteAdapter.on(dataSource);
        }
    };

    private final String artifact;
    private final String adapterClass;
    private final Set<String> products;

    SqlEngine(String artifact, String adapterClass, String... products) {
        this.artifact = artifact;
        this.adapterClass = adapterClass;
        this.products = Set.of(products);
    }

    /** Called only if the adapter is on the class path. */
    abstract JdbcAdapterBuilder adapter(DataSource dataSource);

    /**
     * The engine that the driver says it is connected to. Whether its version will do, the adapter finds out.
     *
     * @throws CannotStart if there is no adapter for it, or none on the class path
     */
    static SqlEngine of(DataSource dataSource) {
        String product = productOf(dataSource);
        SqlEngine engine = Arrays.stream(values())
                .filter(each -> each.products.contains(product))
                .findFirst()
                .orElseThrow(() -> new CannotStart(
                        "Referee has no adapter for the database " + product + ".",
                        "Use one of " + known() + ", or give an Adapter as a bean of your own."));
        if (!ClassUtils.isPresent(engine.adapterClass, null)) {
            throw new CannotStart(
                    "The database is " + product + ", but its adapter is not on the class path.",
                    "Add the dependency dev.referee:" + engine.artifact + ".");
        }
        return engine;
    }

    private static String known() {
        return Arrays.stream(values())
                .flatMap(engine -> engine.products.stream().sorted())
                .collect(Collectors.joining(", "));
    }

    private static String productOf(DataSource dataSource) {
        try {
            return String.valueOf(JdbcUtils.<String>extractDatabaseMetaData(
                    dataSource, metaData -> String.valueOf(metaData.getDatabaseProductName())));
        } catch (MetaDataAccessException e) {
            throw new CannotStart(
                    "The database cannot be asked which one it is: " + e.getMostSpecificCause().getMessage(),
                    "See that it runs, and that spring.datasource.* leads to it.",
                    e);
        }
    }
}
