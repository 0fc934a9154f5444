package dev.referee.adapter.h2;

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
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What H2 does differently. */
final class H2Dialect implements Dialect {

    /** Looked up anew for each row, and now and then refused while other sessions come and go: for single rows only. */
    static final String STATEMENT_START = """
            CAST((SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS
                   WHERE SESSION_ID = SESSION_ID()) AS TIMESTAMP(6) WITH TIME ZONE)""";

    private final Optional<WriteDelay> writeDelay;
    private final Capabilities capabilities;
    private final ErrorTable errors = H2Errors.table();
    private final SessionSettings settings = H2Settings.unknown();
    private final UniqueKeys uniqueKeys = new H2UniqueKeys();
    private final NameLocks names = new H2NameLocks();

    /**
     * For one database.
     *
     * @param writeDelay what to look after in a database that outlives its process
     * @param remote whether it runs in another process
     * @param shared whether several processes can use it at once
     */
    H2Dialect(Server server, Optional<WriteDelay> writeDelay, boolean remote, boolean shared) {
        this.writeDelay = writeDelay;
        Map<Feature, String> missing = new EnumMap<>(Feature.class);
        missing.put(
                Feature.NETWORK,
                remote
                        ? "H2's driver knows no network time-out: a server that falls silent is never given up."
                        : "H2 runs inside the process of its caller.");
        if (!shared) {
            missing.put(
                    Feature.SEVERAL_PROCESSES,
                    "One process at a time has an H2 database, unless it is a server's or the URL says AUTO_SERVER=TRUE.");
        }
        missing.put(Feature.ADVISORY_LOCKS, H2NameLocks.REASON);
        if (writeDelay.isEmpty()) {
            missing.put(Feature.DURABILITY, "This H2 database is in memory and ends with its process.");
        }
        this.capabilities = new Capabilities(server.product(), server.version(), false, false, missing);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public String migrations() {
        return "classpath:db/referee/h2";
    }

    @Override
    public String idempotencyMigrations() {
        return "classpath:db/referee-idempotency/h2";
    }

    @Override
    public ErrorTable errors() {
        return errors;
    }

    @Override
    public void meet(Connection connection) throws SQLException {
        if (writeDelay.isPresent()) {
            writeDelay.get().switchOff(connection);
        }
    }

    @Override
    public SessionSettings settings() {
        return settings;
    }

    @Override
    public Object instant(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    /** WAIT takes seconds with a fraction. A query time-out would be of no use: H2 does not look at it while waiting for a row. */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        String seconds = BigDecimal.valueOf(Math.max(1, limit.toMillis()), 3).toPlainString();
        String how = wait.fold(upTo -> " WAIT " + seconds, noWait -> " NOWAIT", skip -> " SKIP LOCKED");
        return select.withText(select.text() + "\nFOR UPDATE" + how);
    }

    /**
     * WAIT counts anew from every holder that a waiter meets: asked for 500 ms, the last of 16 waited 2,286 ms. Short waits in a row are
     * ended in time, wake up when the holder ends as one long wait would, and let H2 see a deadlock.
     */
    @Override
    public Duration longestWait() {
        return Duration.ofMillis(5);
    }

    /** H2's clock functions stand still from a transaction's first look at them. */
    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(6)";
    }

    @Override
    public String nowPlusMicros() {
        return "DATEADD('MICROSECOND', CAST(? AS BIGINT), CURRENT_TIMESTAMP(6))";
    }

    @Override
    public String nowInLongTransaction() {
        return STATEMENT_START;
    }

    @Override
    public String nowInLongTransactionPlusMicros() {
        return "DATEADD('MICROSECOND', CAST(? AS BIGINT), " + STATEMENT_START + ")";
    }

    /** H2 locks every row that fits the condition, and then cuts to the limit: a second worker would get nothing. */
    @Override
    public boolean limitsWhatItLocks() {
        return false;
    }

    /** Of alternatives H2 takes what they have in common, a namespace for one, and reads all rows with that; of a list of rows it looks each up. */
    @Override
    public String isOneOf(List<String> keyColumns, int keys) {
        String one = "(" + String.join(", ", Collections.nCopies(keyColumns.size(), "?")) + ")";
        return "(" + String.join(", ", keyColumns) + ") IN (" + String.join(", ", Collections.nCopies(keys, one)) + ")";
    }

    @Override
    public UniqueKeys uniqueKeys() {
        return uniqueKeys;
    }

    @Override
    public NameLocks names() {
        return names;
    }

    @Override
    public boolean networkTimeout() {
        return false;
    }
}
