package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A database of one engine, for tests that are not the suite's. Safe for many threads. */
public final class SqlDatabase implements AutoCloseable {

    private final SqlEngine engine;
    private final TestDatabase database;

    private SqlDatabase(SqlEngine engine, TestDatabase database) {
        this.engine = engine;
        this.database = database;
    }

    /** Creates an empty one; aborts the calling test if the engine cannot be had. */
    public static SqlDatabase create(TestServers server) {
        return new SqlDatabase(SqlOpener.engineOf(server), server.createDatabase());
    }

    /** As {@link #create}, but one that outlives this process: H2 is in files. */
    public static SqlDatabase createDurable(TestServers server) {
        if (server != TestServers.H2) {
            return create(server);
        }
        try {
            Path folder = Files.createTempDirectory("referee-h2");
            folder.toFile().deleteOnExit();
            return new SqlDatabase(SqlEngine.H2, TestServers.createH2InFile(folder));
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the database", e);
        }
    }

    /** How another process with the same class path reaches it: by {@link #at}. */
    public String where() {
        return SqlOpener.where(database);
    }

    /** The database of another process, which stays its owner: this one is not to be closed. */
    public static SqlDatabase at(String where) {
        TestDatabase database = SqlOpener.databaseAt(where);
        return new SqlDatabase(SqlOpener.engineOf(database.server()), database);
    }

    /** A pool of connections to it, for the caller to close. */
    public HikariDataSource pool(int size) {
        return pool(database.url(), size);
    }

    /** A pool of connections to it by way of a port on 127.0.0.1, for the caller to close. */
    public HikariDataSource poolThrough(int port, int size) {
        return pool(database.urlThrough("127.0.0.1", port), size);
    }

    private HikariDataSource pool(String url, int size) {
        return SqlPools.of(url, database.user(), database.password(), NodeOptions.DEFAULT.poolSize(size));
    }

    /** The engine's adapter on a pool of this database. */
    public JdbcAdapterBuilder adapter(DataSource pool) {
        return engine.adapter().apply(pool);
    }

    /** A store of claims on a pool of this database. */
    public JdbcIdempotencyStoreBuilder claims(DataSource pool) {
        return engine.idempotency().apply(pool);
    }

    /** Lets time pass for all claims. */
    public void advanceClaims(Duration by) {
        new SqlStore(engine, database, () -> {}).advanceClaims(by);
    }

    /** Where the server listens; empty if the engine lives in this JVM. */
    public Optional<InetSocketAddress> address() {
        return engine.server().state() instanceof ServerState.Running running
                ? Optional.of(new InetSocketAddress(running.host(), running.port()))
                : Optional.empty();
    }

    /** How many sessions wait for a lock. */
    public int blockedSessions() {
        return new SqlStore(engine, database, () -> {}).blockedSessions();
    }

    /** Runs statements, each in a transaction of its own. */
    public void execute(List<String> statements) {
        SqlPools.execute(database, statements);
    }

    /** The first column of each row. */
    public List<String> ask(String question) {
        return SqlPools.ask(database, question);
    }

    @Override
    public void close() {
        database.close();
    }
}
