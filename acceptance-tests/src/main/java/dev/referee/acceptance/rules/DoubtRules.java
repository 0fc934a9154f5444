package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Rewired;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.OutcomeUnknown;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What the engine makes of a commit whose outcome the store does not know, on every engine: the store's real rows and locks, and a failure that
 * is reported after its commit, or in place of it.
 */
public abstract class DoubtRules extends Rules {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final Deque<Rewired.CommitStep> commits = new ArrayDeque<>();
    private final AtomicBoolean away = new AtomicBoolean();

    @Test
    void CMD_15_a_commit_that_is_reported_lost_gives_the_applied_outcome() {
        AccountDesk desk = accounts(rewired().build());
        for (Rewired.CommitStep lost : List.<Rewired.CommitStep>of(DoubtRules::replyLost, DoubtRules::requestLost)) {
            Subject id = new Subject("a-" + observed.commitsInDoubt());
            Snapshot before = snapshot();
            commits.add(lost);
            assertApplied(desk.open(op("open-" + id), OWNER, id, 100));
            assertEffects(1, before);

            commits.add(lost);
            assertApplied(desk.withdraw(op("w"), OWNER, id, Revision.FIRST, 30));
            assertEffects(2, before);
        }
        assertEquals(4, observed.commitsInDoubt());
    }

    @Test
    void CMD_15_a_repeat_by_others_in_between_does_not_make_it_a_replay() {
        AccountDesk desk = accounts(rewired().build());
        AccountDesk other = accounts();
        other.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        commits.add((unit, changes) -> {
            unit.commit(changes);
            unit.close();
            assertEquals(true, other.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30) instanceof Outcome.Replayed);
            throw lostAtCommit();
        });

        assertApplied(desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));
    }

    @Test
    void CMD_15_a_copy_that_overtakes_an_undelivered_commit_makes_it_a_replay() {
        AccountDesk desk = accounts(rewired().build());
        AccountDesk other = accounts();
        other.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Snapshot before = snapshot();
        commits.add((unit, changes) -> {
            unit.close();
            assertApplied(other.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));
            throw lostAtCommit();
        });

        Outcome outcome = desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30);

        assertReplayed(outcome, outcome);
        assertEffects(1, before);
    }

    @Test
    void CMD_15_a_rival_that_overtakes_an_undelivered_commit_makes_it_a_refusal() {
        AccountDesk desk = accounts(rewired().build());
        AccountDesk other = accounts();
        other.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        commits.add((unit, changes) -> {
            unit.close();
            assertApplied(other.withdraw(op("rival"), OWNER, ACCOUNT, Revision.FIRST, 30));
            throw lostAtCommit();
        });

        Outcome outcome = desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30);

        assertEquals(
                "out-of-date",
                outcome.fold(a -> "", r -> "", refused -> refused.refusal().code()));
    }

    @Test
    void CMD_15_a_store_that_is_away_afterwards_leaves_the_outcome_unknown() {
        AccountDesk desk = accounts(
                rewired().retryPolicy(RetryPolicy.DEFAULT.withTotal(SHORT)).build());
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Snapshot before = snapshot();
        commits.add((unit, changes) -> {
            away.set(true);
            replyLost(unit, changes);
        });

        assertThrows(OutcomeUnknown.class, () -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));
        assertThrows(StoreUnavailable.class, () -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));

        away.set(false);
        assertEquals(true, desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30) instanceof Outcome.Replayed);
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_15_an_aggregate_that_is_busy_afterwards_leaves_the_outcome_unknown() {
        AccountDesk desk = accounts(rewired().lockWait(SHORT).build());
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Snapshot before = snapshot();
        Deque<Holder> holders = new ArrayDeque<>();
        commits.add((unit, changes) -> {
            unit.close();
            holders.add(Holder.holding(crew(), node().adapter(), node().accounts(), ACCOUNT));
            throw lostAtCommit();
        });

        assertThrows(OutcomeUnknown.class, () -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));

        holders.forEach(Holder::close);
        assertNothingWritten(before);
        assertApplied(desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));
    }

    @Test
    void CMD_15_an_opening_in_doubt_is_not_answered_by_absence_alone() {
        AccountDesk desk = accounts(
                rewired().retryPolicy(RetryPolicy.DEFAULT.withAttempts(2)).build());
        Snapshot before = snapshot();
        commits.add(DoubtRules::requestLost);
        commits.add((unit, changes) -> {
            throw new StoreFailure(
                    FailureKind.CONTENTION, Phase.WRITE, false, "ordered by the test", new IllegalStateException());
        });

        // The first commit may still be on its way, and nothing is locked that would keep it from arriving.
        assertThrows(OutcomeUnknown.class, () -> desk.open(op("open"), OWNER, ACCOUNT, 100));

        assertNothingWritten(before);
        assertApplied(desk.open(op("open"), OWNER, ACCOUNT, 100));
    }

    @Test
    void CMD_15_once_the_lock_is_had_again_the_outcome_is_definite() {
        AccountDesk desk = accounts(
                rewired().retryPolicy(RetryPolicy.DEFAULT.withAttempts(2)).build());
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Snapshot before = snapshot();
        commits.add(DoubtRules::requestLost);
        commits.add((unit, changes) -> {
            throw new StoreFailure(
                    FailureKind.CONTENTION, Phase.WRITE, false, "ordered by the test", new IllegalStateException());
        });

        assertThrows(RetriesExhausted.class, () -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));

        assertNothingWritten(before);
    }

    private CommandEngine.Builder rewired() {
        return CommandEngine.over(new Rewired(
                        node().adapter().unitsOfWork(),
                        (unit, changes) -> {
                            Rewired.CommitStep next = commits.isEmpty() ? UnitOfWork::commit : commits.poll();
                            next.commit(unit, changes);
                        },
                        () -> {
                            if (away.get()) {
                                throw new StoreFailure(
                                        FailureKind.UNAVAILABLE,
                                        Phase.BEGIN,
                                        false,
                                        "the store is away",
                                        new IllegalStateException());
                            }
                        }))
                .observer(observed);
    }

    private static void replyLost(UnitOfWork unit, List<Change<?>> changes) {
        unit.commit(changes);
        throw lostAtCommit();
    }

    private static void requestLost(UnitOfWork unit, List<Change<?>> changes) {
        throw lostAtCommit();
    }

    private static StoreFailure lostAtCommit() {
        return new StoreFailure(
                FailureKind.CONNECTION_LOST, Phase.COMMIT, true, "ordered by the test", new IllegalStateException());
    }
}
