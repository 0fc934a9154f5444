package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL does differently. */
final class PostgresDialect implements Dialect {

    private static final Pattern WITH_OFFSET = Pattern.compile("[+-]\\d{2}(:\\d{2}){0,2}( BC)?$");

    private final Capabilities capabilities;
    private final ErrorTable errors = PostgresErrors.table();
    private final SessionSettings settings = new PostgresSettings();
    private final UniqueKeys uniqueKeys = new PostgresUniqueKeys();
    private final NameLocks names = new PostgresNameLocks();

    PostgresDialect(Server server) {
        this.capabilities = new Capabilities(server.product(), server.version(), false, true, Map.of());
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public String migrations() {
        return "classpath:db/referee/postgres";
    }

    @Override
    public String idempotencyMigrations() {
        return "classpath:db/referee-idempotency/postgres";
    }

    @Override
    public Map<String, String> flyway() {
        return Map.of("flyway.postgresql.transactional.lock", "false");
    }

    /** Flyway puts the path back as it was, but as a setting of the session, which hides what the role or the database is given later. */
    @Override
    public Restore beforeMigration(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet path = statement.executeQuery(
                        "SELECT 1 FROM pg_settings WHERE name = 'search_path' AND source = 'session'")) {
            return path.next() ? migrated -> {} : PostgresDialect::resetPath;
        }
    }

    private static void resetPath(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("RESET search_path");
        }
    }

    @Override
    public ErrorTable errors() {
        return errors;
    }

    @Override
    public SessionSettings settings() {
        return settings;
    }

    @Override
    public Object instant(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    /**
     * The driver gives a {@link Timestamp} for both kinds, and only one of them is a point in time: the one that is written with an
     * offset. The name of the column's type would tell too, but costs a round trip.
     */
    @Override
    public @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        boolean zoned = value instanceof Timestamp
                && WITH_OFFSET.matcher(result.getString(column)).find();
        return zoned ? result.getObject(column, OffsetDateTime.class) : value;
    }

    /** NO KEY, so that inserting a child, which takes KEY SHARE on its parent, does not wait. The time is limited by the settings. */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        String how = wait.fold(upTo -> "", noWait -> " NOWAIT", skip -> " SKIP LOCKED");
        return select.withText(select.text() + "\nFOR NO KEY UPDATE" + how);
    }

    /** Not clock_timestamp(): it may differ from row to row, so no index could be searched by it. */
    @Override
    public String now() {
        return "statement_timestamp()";
    }

    @Override
    public String nowPlusMicros() {
        return "statement_timestamp() + CAST(? AS bigint) * interval '1 microsecond'";
    }

    @Override
    public boolean limitsWhatItLocks() {
        return true;
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
        return true;
    }
}
