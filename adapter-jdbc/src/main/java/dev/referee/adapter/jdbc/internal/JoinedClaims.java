package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Claims in the transaction that the calling thread holds. Nothing is repeated, and nothing committed. */
final class JoinedClaims implements IdempotencyStore {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final JdbcUnitsOfWork units;
    private final Shared shared;
    private final ClaimSteps steps;

    JoinedClaims(JdbcUnitsOfWork units, Shared shared, ClaimSteps steps) {
        this.units = units;
        this.shared = shared;
        this.steps = steps;
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        return joining(unit -> steps.claim(new Joined(unit), key, digest, time, Token.random()));
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return joining(unit -> steps.record(unit, key, token, result, false) == ClaimSteps.Recorded.YES);
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return joining(unit -> steps.release(unit, key, token));
    }

    @Override
    public int deleteExpired(int limit) {
        IdempotencyStore.checkLimit(limit);
        return joining(unit -> steps.deleteExpired(unit, limit));
    }

    @Override
    public IdempotencyStore joined() {
        return this;
    }

    private <R> R joining(JdbcUnitOfWork.Work<R> work) {
        return units.inJoined(LIMIT, work);
    }

    private final class Joined implements ClaimSteps.Runner<SQLException> {

        private final JdbcUnitOfWork unit;

        private Joined(JdbcUnitOfWork unit) {
            this.unit = unit;
        }

        @Override
        public List<Row> query(Sql sql) throws SQLException {
            return unit.query(sql);
        }

        @Override
        public boolean wins(ClaimSteps.Change change, ClaimSteps.Age age) throws SQLException {
            boolean won = change.isInsert() ? inserts(change.sql()) : unit.execute(change.sql()) == 1;
            if (won) {
                ClaimSteps.Runner.keepYoung(unit, change, age);
            }
            return won;
        }

        private boolean inserts(Sql sql) throws SQLException {
            Session session = unit.ready();
            try {
                // Not on the noting connection: a duplicate is no failure here.
                return new DuplicateInsert(session.driversOwn(), shared)
                        .run(sql)
                        .isEmpty();
            } catch (SQLException e) {
                session.note(e);
                throw e;
            }
        }

        @Override
        public void givesBack(Sql release) throws SQLException {
            unit.execute(release);
        }

        /** The server ends the unit's statements when its time is over. */
        @Override
        public boolean isOver() {
            return false;
        }
    }
}
