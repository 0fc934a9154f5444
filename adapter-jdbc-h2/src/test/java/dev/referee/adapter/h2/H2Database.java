package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.Database;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** H2 in memory. */
final class H2Database implements Database {

    @Override
    public DataSource fresh() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    @Override
    public JdbcAdapterBuilder on(DataSource dataSource) {
        return H2Adapter.on(dataSource);
    }

    @Override
    public JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return H2Adapter.idempotencyStore(dataSource);
    }

    @Override
    public String hoursEarlier() {
        return "DATEADD('HOUR', -%d, expires_at)";
    }

    @Override
    public List<String> strangeSettings() {
        return List.of(
                "SET LOCK_TIMEOUT 1234", "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    }

    @Override
    public String settings() {
        return "SELECT LOCK_TIMEOUT() || ' ' || ISOLATION_LEVEL FROM INFORMATION_SCHEMA.SESSIONS"
                + " WHERE SESSION_ID = SESSION_ID()";
    }

    @Override
    public String whereTablesAreLookedFor() {
        return "SELECT CURRENT_SCHEMA";
    }

    @Override
    public String expirySearched() {
        return "REFEREE_IDEMPOTENCY_EXPIRY: ";
    }

    @Override
    public String keySearched() {
        return ":  IN(ROW (";
    }
}
