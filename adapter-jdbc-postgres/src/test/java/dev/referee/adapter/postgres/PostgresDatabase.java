package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.Database;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A PostgreSQL 18 of our own, started once, with a database for each test. */
final class PostgresDatabase implements Database {

    private static final EmbeddedPostgres SERVER = start();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DataSource fresh() {
        String name = "test_" + COUNT.incrementAndGet();
        JdbcClient.create(SERVER.getPostgresDatabase())
                .sql("CREATE DATABASE " + name)
                .update();
        return SERVER.getDatabase("postgres", name);
    }

    DataSource as(String user, String database) {
        return SERVER.getDatabase(user, database);
    }

    @Override
    public JdbcAdapterBuilder on(DataSource dataSource) {
        return PostgresAdapter.on(dataSource);
    }

    @Override
    public JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return PostgresAdapter.idempotencyStore(dataSource);
    }

    @Override
    public String hoursEarlier() {
        return "expires_at - %d * interval '1 hour'";
    }

    @Override
    public List<String> strangeSettings() {
        return List.of(
                "SET SESSION statement_timeout = 12345",
                "SET SESSION lock_timeout = 2345",
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    }

    @Override
    public String settings() {
        return "SELECT current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' '"
                + " || current_setting('default_transaction_isolation')";
    }

    /** The one that looks first is the victim. */
    @Override
    public List<String> surviveDeadlocks() {
        return List.of("SET deadlock_timeout = '20s'");
    }

    @Override
    public String whereTablesAreLookedFor() {
        return "SELECT current_setting('search_path') || ' ' || current_user";
    }

    @Override
    public String expirySearched() {
        return "referee_idempotency_expiry";
    }

    @Override
    public String keySearched() {
        return "referee_idempotency_pk";
    }
}
