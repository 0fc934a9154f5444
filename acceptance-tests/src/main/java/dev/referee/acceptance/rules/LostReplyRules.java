package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.net.Ending;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.OutcomeUnknown;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** COMMIT on a real network: its reply is lost, or the request itself. To the client both look the same. */
public abstract class LostReplyRules extends Rules {

    private static final Duration SHORT = Duration.ofMillis(500);

    /** What becomes of the exchange. */
    private enum Loss {
        REPLY,
        REQUEST;

        /** Ordered before the commit, when no request is on its way: the next one is, or holds, the commit, whatever its bytes. */
        void orderOn(TcpProxy proxy) {
            if (this == REPLY) {
                proxy.cutReplyToNextRequest();
            } else {
                proxy.cutNextRequest();
            }
        }
    }

    @Test
    void CMD_15_a_lost_reply_to_the_commit_of_an_approval_gives_the_applied_outcome() {
        anApprovalWith(Loss.REPLY);
    }

    @Test
    void CMD_15_an_undelivered_commit_of_an_approval_gives_the_applied_outcome() {
        anApprovalWith(Loss.REQUEST);
    }

    private void anApprovalWith(Loss loss) {
        requires(Feature.NETWORK);
        permits().putInReview();
        TcpProxy proxy = proxy();
        Node far = through(proxy, 4);
        Permits permits = new Permits(far, engineOn(far).build());

        Outcome first = losing(loss, proxy, () -> permits.approve("approve", IN_REVIEW));

        assertReplayed(first, permits().approve("approve", IN_REVIEW));
    }

    @Test
    void CMD_15_however_the_connection_ends_an_opening_and_a_withdrawal_give_the_applied_outcome() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        Node far = through(proxy, 4);
        AccountDesk desk = new AccountDesk(engineOn(far).build(), far.accounts());
        for (Loss loss : Loss.values()) {
            for (Ending ending : Ending.values()) {
                Subject id = new Subject((loss + "-" + ending).toLowerCase(Locale.ROOT));
                proxy.endWith(ending);
                Outcome opened = losing(loss, proxy, () -> desk.open(op("open-" + id), OWNER, id, 100));
                assertReplayed(opened, desk.open(op("open-" + id), OWNER, id, 100));
                losing(loss, proxy, () -> desk.withdraw(op("w"), OWNER, id, Revision.FIRST, 1));
            }
        }
    }

    @Test
    void CMD_15_a_store_that_stays_away_after_commit_leaves_the_outcome_unknown() {
        requires(Feature.NETWORK);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        TcpProxy proxy = proxy();
        // With a pool of one, no connection is left over that a look-up could use.
        Node far = through(proxy, 1);
        AccountDesk desk = new AccountDesk(
                engineOn(far).retryPolicy(RetryPolicy.DEFAULT.withTotal(SHORT)).build(), far.accounts());
        long revision = 1;
        for (Loss loss : Loss.values()) {
            Snapshot before = snapshot();
            Revision expected = new Revision(revision);
            Supplier<Outcome> command = () -> desk.withdraw(op("w-" + loss), OWNER, ACCOUNT, expected, 1);
            steps.order(Step.COMMIT, () -> {
                loss.orderOn(proxy);
                proxy.refuseNewConnections(true);
            });

            assertThrows(OutcomeUnknown.class, command::get, loss::toString);

            assertThrows(StoreUnavailable.class, command::get, "nothing was handed to the driver this time");
            proxy.refuseNewConnections(false);
            Outcome repeated = command.get();
            assertEquals(loss == Loss.REPLY, repeated instanceof Outcome.Replayed, () -> loss + ": " + repeated);
            assertEquals(loss == Loss.REQUEST, repeated instanceof Outcome.Applied, () -> loss + ": " + repeated);
            assertEffects(1, before);
            revision++;
        }
    }

    @ConcurrencyTest
    void CMD_15_an_aggregate_that_is_busy_after_commit_leaves_the_outcome_unknown() {
        requires(Feature.NETWORK);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        TcpProxy proxy = proxy();
        Node far = through(proxy, 4);
        AccountDesk desk = new AccountDesk(engineOn(far).lockWait(SHORT).build(), far.accounts());
        long revision = 1;
        for (Loss loss : Loss.values()) {
            Snapshot before = snapshot();
            Revision expected = new Revision(revision);
            Supplier<Outcome> command = () -> desk.withdraw(op("w-" + loss), OWNER, ACCOUNT, expected, 1);
            var stop = steps.stopAt(Step.COMMIT);
            Future<Outcome> answer = crew().start(command::get);
            stop.awaitReached();
            Node near = newNode(NodeOptions.DEFAULT);
            Holder next = Holder.waiting(crew(), near.adapter(), near.accounts(), ACCOUNT);
            awaitBlocked(1);
            loss.orderOn(proxy);
            stop.release();
            next.awaitHeld();

            assertThrows(OutcomeUnknown.class, () -> Crew.join(answer), loss::toString);

            next.close();
            command.get().orElseThrow();
            assertEffects(1, before);
            revision++;
        }
    }

    private Node through(TcpProxy proxy, int poolSize) {
        return newNode(NodeOptions.DEFAULT
                .steps(steps)
                .poolSize(poolSize)
                .poolTimeout(SHORT)
                .throughPort(proxy.port()));
    }

    private CommandEngine.Builder engineOn(Node node) {
        return CommandEngine.over(node.adapter()).observer(observed);
    }

    /** Runs the command while its commit is lost, and asserts that it has one effect, which its caller is told of. */
    private Outcome losing(Loss loss, TcpProxy proxy, Supplier<Outcome> command) {
        Snapshot before = snapshot();
        int doubts = observed.commitsInDoubt();
        steps.order(Step.COMMIT, () -> loss.orderOn(proxy));

        Outcome outcome = assertDoesNotThrow(command::get, () -> "the " + loss + " was lost");

        assertApplied(outcome);
        assertEffects(1, before);
        assertEquals(doubts + 1, observed.commitsInDoubt(), "commits in doubt");
        return outcome;
    }
}
