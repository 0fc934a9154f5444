package dev.referee.spring;

import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import dev.referee.adapter.mysql.MySqlAdapter;
import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.adapter.sqlite.SqliteAdapter;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.util.ClassUtils;

/** The databases that Referee has an adapter for. Each adapter is in an artifact of its own, which may not be on the class path. */
enum SqlEngine {
    POSTGRESQL("referee-adapter-jdbc-postgres", "dev.referee.adapter.postgres.PostgresAdapter") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return PostgresAdapter.on(dataSource);
        }

        @Override
        JdbcIdempotencyStoreBuilder claims(DataSource dataSource) {
            return PostgresAdapter.idempotencyStore(dataSource);
        }
    },
    MYSQL("referee-adapter-jdbc-mysql", "dev.referee.adapter.mysql.MySqlAdapter") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return MySqlAdapter.on(dataSource);
        }

        @Override
        JdbcIdempotencyStoreBuilder claims(DataSource dataSource) {
            return MySqlAdapter.idempotencyStore(dataSource);
        }
    },
    H2("referee-adapter-jdbc-h2", "dev.referee.adapter.h2.H2Adapter") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return H2Adapter.on(dataSource);
        }

        @Override
        JdbcIdempotencyStoreBuilder claims(DataSource dataSource) {
            return H2Adapter.idempotencyStore(dataSource);
        }
    },
    SQLITE("referee-adapter-jdbc-sqlite", "dev.referee.adapter.sqlite.SqliteAdapter") {
        @Override
        JdbcAdapterBuilder adapter(DataSource dataSource) {
            return SqliteAdapter.on(dataSource);
        }

        @Override
        JdbcIdempotencyStoreBuilder claims(DataSource dataSource) {
            return SqliteAdapter.idempotencyStore(dataSource);
        }
    };

    private final String artifact;
    private final String adapterClass;

    SqlEngine(String artifact, String adapterClass) {
        this.artifact = artifact;
        this.adapterClass = adapterClass;
    }

    /** Called only if the adapter is on the class path. */
    abstract JdbcAdapterBuilder adapter(DataSource dataSource);

    /** Called only if the adapter is on the class path. */
    abstract JdbcIdempotencyStoreBuilder claims(DataSource dataSource);

    /**
     * The engine that the driver says it is connected to. Whether its version will do, the adapter finds out.
     *
     * @throws CannotStart if there is no adapter for it, or none on the class path
     */
    static SqlEngine of(DataSource dataSource) {
        String product = productOf(dataSource);
        SqlEngine engine = named(product);
        if (!ClassUtils.isPresent(engine.adapterClass, null)) {
            throw new CannotStart(
                    "The database is " + product + ", but its adapter is not on the class path.",
                    "Add the dependency dev.referee:" + engine.artifact + ".");
        }
        return engine;
    }

    private static SqlEngine named(String product) {
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL", "MariaDB" -> MYSQL;
            case "H2" -> H2;
            case "SQLite" -> SQLITE;
            default ->
                throw new CannotStart(
                        "Referee has no adapter for the database " + product + ".",
                        "Use PostgreSQL, MySQL, MariaDB, H2 or SQLite, or give an Adapter as a bean of your own.");
        };
    }

    private static String productOf(DataSource dataSource) {
        try {
            return String.valueOf(JdbcUtils.<String>extractDatabaseMetaData(
                    dataSource, metaData -> String.valueOf(metaData.getDatabaseProductName())));
        } catch (MetaDataAccessException e) {
            throw new CannotStart(
                    "The database cannot be asked which one it is: "
                            + e.getMostSpecificCause().getMessage(),
                    "See that it runs, and that spring.datasource.* leads to it.",
                    e);
        }
    }
}
