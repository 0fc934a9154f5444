package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.engine.BareStore;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.SchemaOptions;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.MigrationMode;
import java.util.List;
import java.util.Locale;

/** A database without tables. */
final class SqlBareStore implements BareStore {

    /** On MySQL and MariaDB a schema is a database of the server, beside the test's own. */
    private static final List<String> TENANTS = List.of("tenant_a", "tenant_b");

    private final SqlEngine engine;
    private final TestDatabase database;

    SqlBareStore(SqlEngine engine) {
        this.engine = engine;
        this.database = engine.server().createDatabase();
        dropTenants();
    }

    @Override
    public Node open(SchemaOptions options) {
        if (options.ordinaryUser()) {
            String own = SqlTools.of(engine.server()).schemaOf(database);
            SqlPools.admitOrdinaryUser(database, own);
            options.schema().ifPresent(schema -> SqlPools.admitOrdinaryUser(database, schema));
        }
        HikariDataSource pool = SqlPools.of(
                options.ordinaryUser() ? SqlPools.forOrdinaryUser(database.url()) : database.url(),
                options.ordinaryUser() ? SqlTools.USER : database.user(),
                options.ordinaryUser() ? SqlTools.PASSWORD : database.password(),
                NodeOptions.DEFAULT.poolSize(2));
        try {
            JdbcAdapterBuilder builder = engine.adapter()
                    .apply(pool)
                    .migration(options.validateOnly() ? MigrationMode.VALIDATE : MigrationMode.MIGRATE);
            options.schema().ifPresent(builder::schema);
            options.prefix().ifPresent(builder::tablePrefix);
            return SqlNode.over(engine, pool, builder.open(), MigrationMode.MIGRATE);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private boolean hasSchemas() {
        return engine.server() != TestServers.MYSQL_9 && engine.server() != TestServers.MARIADB_11_4;
    }

    @Override
    public List<String> objects() {
        return SqlPools.ask(database, SqlTools.of(engine.server()).objects()).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    @Override
    public void dropTable(String table) {
        SqlPools.execute(database, List.of("DROP TABLE " + table));
    }

    @Override
    public void dropColumn(String table, String column) {
        SqlPools.execute(database, List.of("ALTER TABLE " + table + " DROP COLUMN " + column));
    }

    @Override
    public void close() {
        dropTenants();
        database.close();
    }

    private void dropTenants() {
        if (!hasSchemas()) {
            SqlPools.execute(
                    database,
                    TENANTS.stream()
                            .map(name -> "DROP DATABASE IF EXISTS " + name)
                            .toList());
        }
    }
}
