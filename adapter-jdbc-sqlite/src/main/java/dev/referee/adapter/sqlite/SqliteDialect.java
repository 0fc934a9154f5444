package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.Feature;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What SQLite does differently: one lock for the whole file, and no server. */
final class SqliteDialect implements Dialect {

    private static final Map<Feature, String> MISSING = Map.of(
            Feature.ROW_LOCKS, "SQLite locks no rows: there is one writer at a time for the whole file.",
            Feature.SKIP_LOCKED, "SQLite locks no rows, so none can be passed over: who asks waits for the one writer.",
            Feature.DEADLOCK_DETECTION, "SQLite has a single lock, for the whole file: no circle of waiters can close.",
            Feature.ADVISORY_LOCKS,
                    "SQLite locks no names: a transaction takes the file's write lock, which is every name's.",
            Feature.NETWORK, "SQLite runs inside the process of its caller.",
            Feature.SCHEMA_NAMES, "SQLite has one schema, main, in a file: tell tenants apart by prefix or by file.");

    private static final String LOCK = """
            DELETE FROM %s WHERE 1 = 0""";

    private static final String TAKE_WRITE_LOCK = LOCK.formatted("{counter}");

    private final ConnectionSetup setup;
    private final Capabilities capabilities;
    private final ErrorTable errors = SqliteErrors.table();

    SqliteDialect(Server server, ConnectionSetup setup) {
        this.setup = setup;
        this.capabilities = new Capabilities(server.product(), server.version(), true, false, MISSING);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public String migrations() {
        return "classpath:db/referee/sqlite";
    }

    @Override
    public String idempotencyMigrations() {
        return "classpath:db/referee-idempotency/sqlite";
    }

    @Override
    public ErrorTable errors() {
        return errors;
    }

    @Override
    public void meet(Connection connection) throws SQLException {
        setup.apply(connection);
    }

    @Override
    public SessionSettings settings() {
        return new SqliteSettings(0);
    }

    /**
     * A write that changes nothing, in the deferred transaction that the driver has begun: it takes the lock and waits for it as BEGIN IMMEDIATE
     * does, before anything was read. Unlike that one it leaves the transaction open when it fails, so that no update can then commit by itself;
     * and it works in a transaction of the caller.
     */
    @Override
    public Optional<String> databaseLock(String table) {
        return Optional.of(LOCK.formatted(table));
    }

    @Override
    public Object instant(Instant at) {
        return Row.micros(at);
    }

    /** The driver gives small numbers as {@link Integer}, whatever the column. */
    @Override
    public @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }

    /** The lock is held by then. */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        return select;
    }

    /** Whoever has come so far holds the write lock, and with it every name; unless the connection is gone, which is asked here. */
    @Override
    public NameLocks names() {
        return (on, key, limit) -> on.update(Sql.of(TAKE_WRITE_LOCK)) == 0;
    }

    @Override
    public UniqueKeys uniqueKeys() {
        return new SqliteUniqueKeys();
    }

    /** To the millisecond: SQLite has no finer clock. It stands still for a statement only. */
    @Override
    public String now() {
        return "CAST(round(unixepoch('subsec') * 1000) AS INTEGER) * 1000";
    }

    @Override
    public String nowPlusMicros() {
        return now() + " + ?";
    }

    /** Nobody else can lock a row while the write lock is held. */
    @Override
    public boolean limitsWhatItLocks() {
        return true;
    }

    @Override
    public Duration longestWait() {
        return SqliteSettings.SLICE;
    }

    /** The driver's does nothing, and the whole file would stay locked until the connection is closed. */
    @Override
    public boolean abortFreesLocks() {
        return false;
    }

    @Override
    public boolean networkTimeout() {
        return false;
    }
}
