package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandFailure;
import dev.referee.application.command.OutcomeUnknown;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Faults between the first statement and the commit. */
public abstract class FaultRules extends Rules {

    private static final Set<Step> AFTER_THE_FIRST_STATEMENT = EnumSet.range(Step.FACTS, Step.COMMIT);

    @Test
    void CMD_14_a_fault_at_any_step_of_an_approval_leaves_nothing_behind() {
        Permits permits = permits();
        permits.putInReview();

        failsEverywhereAndThenApplies(() -> permits.approve("approve", IN_REVIEW));
    }

    @Test
    void CMD_14_a_fault_at_any_step_of_a_new_fee_leaves_no_child_behind() {
        Permits permits = permits();
        permits.putInReview();

        failsEverywhereAndThenApplies(
                () -> permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), "stamp", 500));
    }

    @Test
    void CMD_14_a_fault_at_any_step_of_an_opening_leaves_nothing_behind() {
        AccountDesk desk = accounts();

        failsEverywhereAndThenApplies(() -> desk.open(op("open"), OWNER, ACCOUNT, 100));
    }

    @Test
    void CMD_14_a_fault_in_the_decision_leaves_nothing_behind() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        CommandEngine engine = engine().build();

        IllegalStateException thrown = writingNothing(() -> assertThrows(
                IllegalStateException.class,
                () -> engine.execute(onAccount("w", (account, at) -> {
                    throw new IllegalStateException("the decision is broken");
                }))));

        assertEquals("the decision is broken", thrown.getMessage());
        assertEquals(0, store().blockedSessions());
        assertApplied(accounts().withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
    }

    @Test
    void CMD_14_a_connection_lost_at_any_step_gives_one_effect() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        AccountDesk desk = through(proxy, CommandEngine.DEFAULT_LOCK_WAIT, RetryPolicy.DEFAULT);
        accounts().open(op("open"), OWNER, ACCOUNT, 1_000).orElseThrow();
        long revision = 1;
        for (Step step : Step.values()) {
            Snapshot before = snapshot();
            int retries = observed.retries().size();
            steps.order(step, proxy::killAll);

            Outcome outcome = desk.withdraw(op("w-" + step), OWNER, ACCOUNT, new Revision(revision), 1);

            assertApplied(outcome);
            assertEffects(1, before);
            List<FailureKind> causes =
                    observed.retries().subList(retries, observed.retries().size());
            // Idle connections of the pool were lost with it, and may be met on the way.
            assertEquals(Set.of(FailureKind.CONNECTION_LOST), Set.copyOf(causes), () -> "lost at " + step);
            revision++;
        }
    }

    @Test
    void CMD_14_a_connection_that_is_lost_each_time_leaves_nothing_behind() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        RetryPolicy three = RetryPolicy.DEFAULT.withAttempts(3).withPauses(Duration.ZERO, Duration.ofMillis(1));
        AccountDesk desk = through(proxy, CommandEngine.DEFAULT_LOCK_WAIT, three);
        accounts().open(op("open"), OWNER, ACCOUNT, 1_000).orElseThrow();
        for (Step step : AFTER_THE_FIRST_STATEMENT) {
            Snapshot before = snapshot();
            steps.always(step, proxy::killAll);

            CommandFailure failure = assertThrows(
                    CommandFailure.class,
                    () -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1),
                    () -> "lost at " + step);

            steps.clear();
            assertTrue(
                    failure instanceof RetriesExhausted || (step == Step.COMMIT && failure instanceof OutcomeUnknown));
            assertEquals(3, failure.getSuppressed().length, "causes kept");
            assertNothingWritten(before);
        }
        assertApplied(desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
    }

    private AccountDesk through(TcpProxy proxy, Duration lockWait, RetryPolicy policy) {
        var node = newNode(NodeOptions.DEFAULT.steps(steps).poolSize(2).throughPort(proxy.port()));
        CommandEngine engine = CommandEngine.over(node.adapter())
                .observer(observed)
                .lockWait(lockWait)
                .retryPolicy(policy)
                .build();
        return new AccountDesk(engine, node.accounts());
    }

    private void failsEverywhereAndThenApplies(Supplier<Outcome> command) {
        for (Step step : AFTER_THE_FIRST_STATEMENT) {
            steps.failAt(step);
            writingNothing(() -> assertThrows(RuntimeException.class, command::get, () -> "a fault at " + step));
            assertFalse(steps.isPending(step), () -> "nobody came to " + step);
            assertEquals(0, store().blockedSessions());
        }
        Snapshot before = snapshot();
        Outcome first = command.get();
        assertApplied(first);
        assertEffects(1, before);
        assertReplayed(first, command.get());
    }
}
