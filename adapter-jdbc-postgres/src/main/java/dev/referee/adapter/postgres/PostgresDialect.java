package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/** What PostgreSQL does differently. */
final class PostgresDialect implements Dialect {

    private final Capabilities capabilities;
    private final ErrorTable errors = PostgresErrors.table();
    private final SessionSettings settings = new PostgresSettings();

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

    /** NO KEY, so that inserting a child, which takes KEY SHARE on its parent, does not wait. The time is limited by the settings. */
    @Override
    public Sql lock(Sql select, LockWait wait, Duration limit) {
        String how = wait.fold(upTo -> "", noWait -> " NOWAIT", skip -> " SKIP LOCKED");
        return select.withText(select.text() + "\nFOR NO KEY UPDATE" + how);
    }

    @Override
    public boolean networkTimeout() {
        return true;
    }
}
