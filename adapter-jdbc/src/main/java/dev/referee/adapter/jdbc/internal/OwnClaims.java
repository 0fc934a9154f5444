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
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import java.sql.SQLException;
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

    /** At least, for a claim that came too late to be told: else its key would be pending for nobody. */
    private static final Duration GIVING_BACK = Duration.ofSeconds(1);

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
        return repeated(OwnClaims::isLost, deadline -> steps.claim(new Own(deadline), key, digest, time, token));
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        Perhaps recorded = new Perhaps();
        return repeated(
                OwnClaims::mayBeRepeated,
                deadline -> recorded.tried(deadline, unit -> {
                    ClaimSteps.Recorded told = steps.record(unit, key, token, result, recorded.before());
                    return told == ClaimSteps.Recorded.CANNOT_TELL
                            ? recorded.cannotTell()
                            : told == ClaimSteps.Recorded.YES;
                }));
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        Perhaps deleted = new Perhaps();
        // A repeat that finds none finds what an attempt that deleted it wanted.
        return repeated(
                OwnClaims::mayBeRepeated,
                deadline -> deleted.tried(deadline, unit -> steps.release(unit, key, token)) || deleted.before());
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

    /** What attempts did, of which it is unknown whether they were committed. */
    private final class Perhaps {

        private Optional<StoreFailure> unknown = Optional.empty();

        boolean before() {
            return unknown.isPresent();
        }

        boolean cannotTell() {
            throw unknown.orElseThrow();
        }

        boolean tried(Deadline deadline, JdbcUnitOfWork.Work<Boolean> work) {
            AtomicBoolean did = new AtomicBoolean();
            try {
                return units.inTransaction(deadline.rest(), unit -> {
                    did.set(work.in(unit));
                    return did.get();
                });
            } catch (StoreFailure e) {
                unknown = unknown.or(() -> Optional.of(e).filter(failed -> failed.outcomeUnknown() && did.get()));
                throw e;
            }
        }
    }

    /** Each statement by itself. */
    private final class Own implements ClaimSteps.Runner<RuntimeException> {

        private final Deadline deadline;

        private Own(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public List<Row> query(Sql sql) {
            return reads.query(sql, deadline.rest());
        }

        @Override
        public boolean wins(ClaimSteps.Change change, ClaimSteps.Age age) {
            try {
                return units.inTransaction(Deadline.shorter(deadline.rest(), ATTEMPT), unit -> {
                    unit.ready();
                    age.beginAnew();
                    boolean won = made(unit, change);
                    if (won) {
                        ClaimSteps.Runner.keepYoung(unit, change, age);
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

        private static boolean made(JdbcUnitOfWork unit, ClaimSteps.Change change) throws SQLException {
            if (!change.isInsert()) {
                return unit.execute(change.sql()) == 1;
            }
            unit.insertFirst(change.sql());
            return true;
        }

        @Override
        public void givesBack(Sql release) {
            units.inTransaction(Deadline.longer(deadline.rest(), GIVING_BACK), unit -> unit.execute(release));
        }

        @Override
        public boolean isOver() {
            return deadline.isOver();
        }
    }
}
