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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an idempotency store does, statement by statement, whoever's transactions these are run in. */
final class ClaimSteps {

    /** How often a claim looks again because somebody else was faster. */
    private static final int LOOKS = 10;

    /** How often a claim is given back because it was too old when it was had. */
    private static final int MOST_LATE = 3;

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
     * <p>A claim of whose time half is gone when it is had is given back and made anew: whoever is told that it has the key must have it.
     *
     * @param token of this one call, which knows its own claim again by it when a reply was lost
     */
    <E extends Exception> ClaimAnswer claim(
            Runner<E> on, IdempotencyKey key, ActionDigest digest, TimeToLive time, Token token) throws E {
        Duration half = time.value().dividedBy(2);
        Duration took = Duration.ZERO;
        int late = 0;
        for (int look = 1; look <= LOOKS && late < MOST_LATE; look++) {
            Age age = new Age();
            List<Row> found = on.query(table.look(key));
            Optional<ClaimAnswer> answer = found.stream()
                    .flatMap(row -> answer(row, digest, token).stream())
                    .findFirst();
            boolean isOwn = found.stream().anyMatch(row -> isOf(row, token));
            boolean had;
            if (answer.isEmpty()) {
                had = on.wins(change(found.isEmpty(), key, digest, token, time), age);
            } else if (isOwn) {
                age.olderBy(time.value().minus(left(found.get(0))));
                had = true;
            } else {
                return answer.get();
            }
            if (had) {
                took = age.now();
                if (took.compareTo(half) < 0) {
                    return new ClaimAnswer.Acquired(token);
                }
                late++;
                on.givesBack(table.release(key, token));
                if (on.isOver()) {
                    break;
                }
            }
        }
        throw contention(
                late > 0
                        ? "the key was given back each time that it was claimed (" + late + "): its time to live is "
                                + time.value() + ", and that was half over when the claim had been made, which took "
                                + took
                        : "the key changed hands each time that it was looked at");
    }

    private Change change(boolean isNew, IdempotencyKey key, ActionDigest digest, Token token, TimeToLive time) {
        Sql change = isNew ? table.insert(key, digest, token, time) : table.takeOver(key, digest, token, time);
        return new Change(change, isNew, table.beginNow(key, token, time));
    }

    private static StoreFailure contention(String message) {
        return new StoreFailure(
                FailureKind.CONTENTION, Phase.WRITE, false, message, new IllegalStateException(message));
    }

    /** Empty if the row's time is over. */
    private static Optional<ClaimAnswer> answer(Row row, ActionDigest digest, Token own) {
        if (!isLive(row)) {
            return Optional.empty();
        }
        if (isOf(row, own)) {
            return Optional.of(new ClaimAnswer.Acquired(own));
        }
        if (!row.text("digest").equals(digest.hex())) {
            return Optional.of(new ClaimAnswer.Mismatch());
        }
        return Optional.of(row.optionalText("result")
                .<ClaimAnswer>map(text -> new ClaimAnswer.Completed(ActionResult.ofJson(text)))
                .orElseGet(() -> new ClaimAnswer.Pending(left(row))));
    }

    private static boolean isOf(Row row, Token token) {
        return row.text("token").equals(token.value());
    }

    private static boolean isLive(Row row) {
        return left(row).compareTo(Duration.ZERO) > 0;
    }

    private static Duration left(Row row) {
        return Duration.between(row.instant("looked_at"), row.instant("expires_at"));
    }

    /**
     * @param perhapsBefore whether an earlier attempt recorded it, whose COMMIT may have failed
     */
    Recorded record(JdbcUnitOfWork unit, IdempotencyKey key, Token token, ActionResult result, boolean perhapsBefore)
            throws SQLException {
        if (unit.execute(table.record(key, token, result)) == 1) {
            return Recorded.YES;
        }
        List<Row> own = unit.query(table.own(key, token));
        if (own.isEmpty()) {
            return perhapsBefore ? Recorded.CANNOT_TELL : Recorded.NO;
        }
        // It may have been recorded by this very call, whose reply was lost.
        boolean isRecorded =
                own.get(0).optionalText("result").filter(result.text()::equals).isPresent();
        return isRecorded && (perhapsBefore || isLive(own.get(0))) ? Recorded.YES : Recorded.NO;
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

    /** What became of a result. */
    enum Recorded {
        YES,
        NO,
        /** It was recorded and the claim ended since, or it was never recorded. */
        CANNOT_TELL
    }

    /**
     * A change that gives the key to a token.
     *
     * @param isInsert whether it can meet a row with its key
     * @param beginNow lets the claim's time begin anew, before it is committed
     */
    record Change(Sql sql, boolean isInsert, Sql beginNow) {}

    /** For how long a claim has been running at most, by the JVM's monotonic clock: from before the statement that began its time. */
    static final class Age {

        private long begun = System.nanoTime();

        void beginAnew() {
            begun = System.nanoTime();
        }

        void olderBy(Duration more) {
            begun -= more.toNanos();
        }

        Duration now() {
            return Duration.ofNanos(System.nanoTime() - begun);
        }
    }

    /** How the statements of a claim are run. */
    interface Runner<E extends Exception> {

        /** A change that took longer waited for somebody else: the claim's time is begun anew then. */
        Duration PROMPT = Duration.ofMillis(500);

        List<Row> query(Sql sql) throws E;

        /** Whether the key was had, and committed where this commits. False also if somebody else was in the way, and has gone on by now. */
        boolean wins(Change change, Age age) throws E;

        /** Ends a claim that nobody is told of, in what is left of the call's time and a little more. */
        void givesBack(Sql release) throws E;

        /** Whether the call's time is over. */
        boolean isOver();

        /** After the change has been made, in its transaction. */
        static void keepYoung(JdbcUnitOfWork unit, Change change, Age age) throws SQLException {
            if (age.now().compareTo(PROMPT) >= 0) {
                age.beginAnew();
                unit.execute(change.beginNow());
            }
        }
    }
}
