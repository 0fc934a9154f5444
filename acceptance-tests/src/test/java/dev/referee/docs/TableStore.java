package dev.referee.docs;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import javax.sql.DataSource;

/** A store of one's own: one table of H2, plain JDBC, each statement a transaction. */
// sample: store
record TableStore(DataSource pool) implements IdempotencyStore {

    static final String TABLE = """
            CREATE TABLE claim (id VARCHAR(265) PRIMARY KEY, digest CHAR(64) NOT NULL, token VARCHAR(36) NOT NULL,
              result VARCHAR(1048576), ends_at TIMESTAMP(6) WITH TIME ZONE NOT NULL)""";
    private static final String NOW = "CURRENT_TIMESTAMP(6)";
    private static final String END = "DATEADD('MILLISECOND', ?, " + NOW + ")";
    private static final String OWN = " WHERE id = ? AND token = ? AND ends_at > " + NOW;
    private static final String RELEASE = "DELETE FROM claim" + OWN + " AND result IS NULL";

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        Token token = Token.random();
        long millis = time.value().toMillis();
        // Taking over and inserting decide; what is read afterwards only says who was faster.
        return call(connection -> {
            while (true) {
                long asked = System.nanoTime();
                String takeOver = "UPDATE claim SET digest = ?, token = ?, result = NULL, ends_at = " + END
                        + " WHERE id = ? AND ends_at <= " + NOW;
                if (run(connection, takeOver, digest.hex(), token.value(), millis, key.toString()) == 1
                        || insert(connection, key.toString(), digest.hex(), token.value(), millis)) {
                    if (System.nanoTime() - asked < time.value().toNanos() / 2) {
                        return new ClaimAnswer.Acquired(token);
                    } // too late: it could end before its owner has begun
                    run(connection, RELEASE, key.toString(), token.value());
                    throw new SQLTimeoutException("half of " + time.value() + " was over when the claim had been made");
                }
                try (PreparedStatement look = prepare(
                                connection,
                                "SELECT digest, result, DATEDIFF('MILLISECOND', " + NOW
                                        + ", ends_at) FROM claim WHERE id = ? AND ends_at > " + NOW,
                                key.toString());
                        ResultSet row = look.executeQuery()) {
                    if (row.next()) {
                        String result = row.getString(2); // SQL's NULL: none yet; the text null: a result
                        return !row.getString(1).equals(digest.hex())
                                ? new ClaimAnswer.Mismatch()
                                : result == null
                                        ? new ClaimAnswer.Pending(Duration.ofMillis(row.getLong(3)))
                                        : new ClaimAnswer.Completed(ActionResult.ofJson(result));
                    } // else it ended or was released in between: from the beginning
                }
            }
        });
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        String set = "UPDATE claim SET result = ?" + OWN + " AND (result IS NULL OR result = ?)";
        return call(c -> run(c, set, result.text(), key.toString(), token.value(), result.text()) == 1);
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return call(c -> run(c, RELEASE, key.toString(), token.value()) == 1);
    }

    @Override
    public int deleteExpired(int limit) {
        String oldest = "SELECT id FROM claim WHERE ends_at <= " + NOW + " ORDER BY ends_at FETCH FIRST ? ROWS ONLY";
        String delete = "DELETE FROM claim WHERE id IN (" + oldest + ") AND ends_at <= " + NOW;
        return call(c -> run(c, delete, IdempotencyStore.checkLimit(limit)));
    }

    private static boolean insert(Connection c, Object... values) throws SQLException {
        try {
            return run(c, "INSERT INTO claim (id, digest, token, ends_at) VALUES (?, ?, ?, " + END + ")", values) == 1;
        } catch (SQLException e) {
            if ("23505".equals(e.getSQLState())) { // the unique key
                return false;
            }
            throw e;
        }
    }

    private static int run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection c, String sql, Object... values) throws SQLException {
        PreparedStatement statement = c.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private interface Work<R> {
        R in(Connection connection) throws SQLException;
    }

    private <R> R call(Work<R> work) {
        try (Connection connection = pool.getConnection()) {
            return work.in(connection);
        } catch (SQLException e) {
            throw new StoreFailure(FailureKind.UNAVAILABLE, Phase.COMMIT, true, "the claims could not be asked", e);
        }
    }
}
// end
