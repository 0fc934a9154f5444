package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an idempotency store does, statement by statement, whoever's transactions these are run in. */
final class ClaimSteps {

    /** How often a claim looks again because somebody else was faster. */
    private static final int LOOKS = 10;

    /** So many more are looked up where rows are locked afterwards: some may be in somebody's hands. */
    private static final int SPARE = 64;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ClaimTable table;
    private final Dialect dialect;

    ClaimSteps(ClaimTable table, Dialect dialect) {
        this.table = table;
        this.dialect = dialect;
    }

    /**
     * Looks, and then changes what was seen by one statement that holds only if it is still so. That the key is free is never taken from what
     * was seen: the unique key decides, or the condition.
     *
     * @param token of this one call, which knows its own claim again by it when a reply was lost
     */
    <E extends Exception> ClaimAnswer claim(
            Runner<E> on, IdempotencyKey key, ActionDigest digest, TimeToLive time, Token token) throws E {
        for (int look = 1; look <= LOOKS; look++) {
            List<Row> found = on.query(table.look(key));
            Optional<ClaimAnswer> answer = found.stream()
                    .flatMap(row -> answer(row, digest, token).stream())
                    .findFirst();
            if (answer.isPresent()) {
                return answer.get();
            }
            boolean won = found.isEmpty()
                    ? on.inserts(table.insert(key, digest, token, time))
                    : on.changes(table.takeOver(key, digest, token, time));
            if (won) {
                return new ClaimAnswer.Acquired(token);
            }
        }
        throw new StoreFailure(
                FailureKind.CONTENTION,
                Phase.WRITE,
                false,
                "the key changed hands each time that it was looked at",
                new IllegalStateException("looked " + LOOKS + " times"));
    }

    /** Empty if the row's time is over. */
    private static Optional<ClaimAnswer> answer(Row row, ActionDigest digest, Token own) {
        Instant now = row.instant("looked_at");
        Instant end = row.instant("expires_at");
        if (!now.isBefore(end)) {
            return Optional.empty();
        }
        if (row.text("token").equals(own.value())) {
            return Optional.of(new ClaimAnswer.Acquired(own));
        }
        if (!row.text("digest").equals(digest.hex())) {
            return Optional.of(new ClaimAnswer.Mismatch());
        }
        return Optional.of(row.optionalText("result")
                .<ClaimAnswer>map(text -> new ClaimAnswer.Completed(ActionResult.ofJson(text)))
                .orElseGet(() -> new ClaimAnswer.Pending(Duration.between(now, end))));
    }

    boolean record(JdbcUnitOfWork unit, IdempotencyKey key, Token token, ActionResult result) throws SQLException {
        if (unit.execute(table.record(key, token, result)) == 1) {
            return true;
        }
        // It may have been recorded by this very call, whose reply was lost.
        return unit.query(table.own(key, token)).stream()
                .anyMatch(row ->
                        row.optionalText("result").filter(result.text()::equals).isPresent());
    }

    boolean release(JdbcUnitOfWork unit, IdempotencyKey key, Token token) throws SQLException {
        return unit.execute(table.release(key, token)) == 1;
    }

    /** Deletes by primary key what is locked already, so that it waits for nobody who claims such a key anew, nor for another deletion. */
    int deleteExpired(JdbcUnitOfWork unit, int limit) throws SQLException {
        boolean locksWhatItFinds = dialect.limitsWhatItLocks();
        List<Row> found =
                unit.query(locksWhatItFinds ? skippingLocked(table.expired(limit)) : table.expired(limit + SPARE));
        int deleted = 0;
        for (int from = 0; from < found.size() && deleted < limit; ) {
            int to = Math.min(found.size(), from + Math.min(limit - deleted, ClaimTable.MOST_KEYS));
            List<Row> some = new ArrayList<>(found.subList(from, to));
            List<Row> locked = locksWhatItFinds ? some : unit.query(skippingLocked(table.stillExpired(some)));
            if (!locked.isEmpty()) {
                deleted += unit.execute(table.delete(locked));
            }
            from = to;
        }
        return deleted;
    }

    private Sql skippingLocked(Sql select) {
        return dialect.lock(select, LockWait.skip(), LIMIT);
    }

    /** How the statements of a claim are run. */
    interface Runner<E extends Exception> {

        List<Row> query(Sql sql) throws E;

        /** False if the row's key was there already. */
        boolean inserts(Sql sql) throws E;

        /** Whether the one row was changed. */
        boolean changes(Sql sql) throws E;
    }
}
