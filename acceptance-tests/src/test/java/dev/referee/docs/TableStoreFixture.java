package dev.referee.docs;

import dev.referee.acceptance.engine.IdempotencyFixture;
import dev.referee.application.port.IdempotencyStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;

/** What the kit asks about {@link TableStore}. */
// sample: fixture
final class TableStoreFixture implements IdempotencyFixture {

    @Override
    public String name() {
        return "table-store";
    }

    @Override
    public Store openEmpty() {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");
        pool.setMaxConnections(32);
        execute(pool, TableStore.TABLE);
        return new Store() {
            @Override
            public IdempotencyStore idempotency() {
                return new TableStore(pool);
            }

            @Override
            public void advance(Duration by) {
                execute(pool, "UPDATE claim SET ends_at = DATEADD('MILLISECOND', -(" + by.toMillis() + "), ends_at)");
            }

            @Override
            public void close() {
                execute(pool, "SHUTDOWN");
                pool.dispose();
            }
        };
    }

    private static void execute(JdbcConnectionPool pool, String sql) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
// end
