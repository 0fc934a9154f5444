package dev.referee.acceptance.sql;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import java.net.InetSocketAddress;
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
        SqlEngine engine = SqlEngine.ALL.stream()
                .filter(each -> each.server() == server)
                .findFirst()
                .orElseThrow();
        return new SqlDatabase(engine, server.createDatabase());
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
