package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
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
import dev.referee.application.port.TransactionAlreadyActive;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Claims that commit by themselves: a look is one plain read, a change one short transaction. What is asked again after a connection was lost
 * is known by its token.
 */
final class OwnClaims implements IdempotencyStore {

    /** How often a call is repeated. */
    private static final int REPEATS = 2;

    /** For one call with its repeats. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** For one change: who waits longer looks again, and so does who was not woken when the other had gone (seen on H2, once). */
    private static final Duration ATTEMPT = Duration.ofSeconds(2);

    /** A change that took longer, because it waited for somebody else, is made anew once: its time to live would begin in the past. */
    private static final Duration PROMPT = Duration.ofMillis(500);

    private final JdbcUnitsOfWork units;
    private final Reads reads;
    private final ClaimSteps steps;
    private final SameFile sameFile;

    OwnClaims(JdbcUnitsOfWork units, Reads reads, ClaimSteps steps, SameFile sameFile) {
        this.units = units;
        this.reads = reads;
        this.steps = steps;
        this.sameFile = sameFile;
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        Token token = Token.random();
        return repeated(OwnClaims::isLost, deadline -> steps.claim(new Own(deadline, time), key, digest, time, token));
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return repeated(
                OwnClaims::mayBeRepeated,
                deadline -> units.inTransaction(deadline.rest(), unit -> steps.record(unit, key, token, result)));
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        // If the reply to COMMIT was lost after the row had been deleted, a repeat that finds none finds what it
        // wanted.
        AtomicBoolean deleted = new AtomicBoolean();
        return repeated(OwnClaims::mayBeRepeated, deadline -> {
            boolean before = deleted.getAndSet(false);
            return units.inTransaction(deadline.rest(), unit -> {
                deleted.set(steps.release(unit, key, token) || before);
                return deleted.get();
            });
        });
    }

    @Override
    public int deleteExpired(int limit) {
        IdempotencyStore.checkLimit(limit);
        return repeated(
                e -> e.kind().isPassing() && !e.outcomeUnknown(),
                deadline -> units.inTransaction(deadline.rest(), unit -> steps.deleteExpired(unit, limit)));
    }

    private <R> R repeated(Predicate<StoreFailure> worthAnother, Function<Deadline, R> call) {
        if (units.inTransaction() || sameFile.isInTransaction()) {
            throw TransactionAlreadyActive.ofClaims();
        }
        Deadline deadline = new Deadline(LIMIT);
        Optional<StoreFailure> unknown = Optional.empty();
        for (int repeat = 0; ; repeat++) {
            try {
                return call.apply(deadline);
            } catch (StoreFailure e) {
                // Whether it was committed is not known better by a repeat that got nowhere.
                StoreFailure told = unknown.orElse(e);
                if (told != e) {
                    told.addSuppressed(e);
                }
                if (repeat == REPEATS || deadline.isOver() || !worthAnother.test(e)) {
                    throw told;
                }
                unknown = unknown.or(() -> Optional.of(e).filter(StoreFailure::outcomeUnknown));
            }
        }
    }

    private static boolean isLost(StoreFailure e) {
        return e.kind() == FailureKind.CONNECTION_LOST || e.outcomeUnknown();
    }

    private static boolean mayBeRepeated(StoreFailure e) {
        return e.kind().isPassing() || e.outcomeUnknown();
    }

    /** Each statement by itself. */
    private final class Own implements ClaimSteps.Runner<RuntimeException> {

        private final Deadline deadline;
        private final TimeToLive time;
        private Duration mostOfAChange = PROMPT;

        private Own(Deadline deadline, TimeToLive time) {
            this.deadline = deadline;
            this.time = time;
        }

        @Override
        public List<Row> query(Sql sql) {
            return reads.query(sql, deadline.rest());
        }

        @Override
        public boolean inserts(Sql sql) {
            return wins(unit -> {
                unit.insertFirst(sql);
                return true;
            });
        }

        @Override
        public boolean changes(Sql sql) {
            return wins(unit -> unit.execute(sql) == 1);
        }

        /** A server that is as slow the second time is so for everybody; half the time to live is then enough. */
        private StoreFailure tookTooLong() {
            Duration most = mostOfAChange;
            mostOfAChange = time.value().dividedBy(2);
            return new StoreFailure(
                    FailureKind.CONTENTION,
                    Phase.WRITE,
                    false,
                    "somebody else held the key too long",
                    new IllegalStateException("the change took longer than " + most));
        }

        /** False also if somebody else was in the way, and has gone on by now. */
        private boolean wins(JdbcUnitOfWork.Work<Boolean> work) {
            try {
                return units.inTransaction(Deadline.shorter(deadline.rest(), ATTEMPT), unit -> {
                    unit.ready();
                    Deadline prompt = new Deadline(mostOfAChange);
                    boolean won = work.in(unit);
                    if (won && prompt.isOver()) {
                        throw tookTooLong();
                    }
                    return won;
                });
            } catch (StoreFailure e) {
                boolean passed = e.kind() == FailureKind.DUPLICATE_AGGREGATE
                        || (e.kind() == FailureKind.CONTENTION && !e.outcomeUnknown());
                if (!passed || deadline.isOver()) {
                    throw e;
                }
                return false;
            }
        }
    }
}
