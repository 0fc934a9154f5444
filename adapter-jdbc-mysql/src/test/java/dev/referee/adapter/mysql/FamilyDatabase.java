package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Database;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A running server of either product. Makes databases under names of its own, and drops them at the end. */
abstract class FamilyDatabase implements Database {

    private final List<String> made = new ArrayList<>();

    /** The server's address without a database, such as {@code jdbc:mysql://127.0.0.1:3306/?sslMode=DISABLED}. */
    abstract String url();

    abstract String user();

    abstract String password();

    /** The variable that bounds a statement. */
    abstract String statementLimit();

    /** The driver's property that makes a schema of what it calls a catalog otherwise. */
    abstract String schemaTerm();

    /** Settings of a session that change what statements mean, and what tables get that do not say otherwise. */
    abstract String strangeDefaults();

    /** The collation that compares text by code points and does not pad it. */
    abstract String textCollation();

    @Override
    public DataSource fresh() {
        String name = newSchema();
        JdbcClient.create(in("")).sql("CREATE DATABASE " + name).update();
        return in(name);
    }

    @Override
    public String newSchema() {
        String name = "referee_test_" + UUID.randomUUID().toString().replace("-", "");
        made.add(name);
        return name;
    }

    /** A new database, connected to with this property of the driver. */
    DataSource with(String property, String value) {
        DriverManagerDataSource source = in(newSchema());
        JdbcClient.create(in(""))
                .sql("CREATE DATABASE " + made.get(made.size() - 1))
                .update();
        source.setConnectionProperties(properties(property, value));
        return source;
    }

    private DriverManagerDataSource in(String database) {
        int path = url().indexOf('/', url().indexOf("//") + 2) + 1;
        String there = url().substring(0, path) + database + url().substring(path);
        return new DriverManagerDataSource(there, user(), password());
    }

    private static Properties properties(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }

    void dropAll() {
        JdbcClient sql = JdbcClient.create(in(""));
        made.forEach(name -> sql.sql("DROP DATABASE IF EXISTS " + name).update());
    }

    @Override
    public JdbcAdapterBuilder on(DataSource dataSource) {
        return MySqlAdapter.on(dataSource);
    }

    @Override
    public JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return MySqlAdapter.idempotencyStore(dataSource);
    }

    @Override
    public boolean hasReservedSchemas() {
        return false;
    }

    /** A primary key has no name of its own here. */
    @Override
    public List<String> dropPrimaryKey(String table) {
        return List.of("ALTER TABLE " + table + " DROP PRIMARY KEY");
    }

    @Override
    public List<String> strangeSettings() {
        return List.of(
                "SET SESSION transaction_isolation = 'SERIALIZABLE'",
                "SET SESSION innodb_lock_wait_timeout = 7",
                "SET SESSION lock_wait_timeout = 8",
                "SET SESSION " + statementLimit() + " = 9");
    }

    @Override
    public String settings() {
        return "SELECT CONCAT_WS(' ', @@session.transaction_isolation,"
                + " @@session.innodb_lock_wait_timeout, @@session.lock_wait_timeout, @@session." + statementLimit()
                + ", @referee_transaction_isolation, @referee_lock_wait_timeout)";
    }

    @Override
    public String whereTablesAreLookedFor() {
        return "SELECT DATABASE()";
    }

    @Override
    public String dropUnique(String table, String constraint) {
        return "ALTER TABLE " + table + " DROP INDEX " + constraint;
    }

    @Override
    public String dropIndex(String table, String index) {
        return "DROP INDEX " + index + " ON " + table;
    }

    @Override
    public String expirySearched() {
        return "range referee_idempotency_expiry";
    }

    @Override
    public String keySearched() {
        return "range PRIMARY";
    }
}
