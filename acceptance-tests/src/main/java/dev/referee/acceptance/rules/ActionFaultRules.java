package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.idempotency.ResultNotRecorded;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Actions on a network that loses requests and replies, and beside transactions. */
public abstract class ActionFaultRules extends IdempotencyTools {

    /** More requests than any action is made of. */
    private static final int MOST_REQUESTS = 100;

    private static final Action ACTION = Action.of(KEY, PAY);

    /** How often a handler was run. */
    private final AtomicInteger runs = new AtomicInteger();

    private ActionResult run(ActionResult result) {
        runs.incrementAndGet();
        return result;
    }

    private IdempotentActions actions() {
        return IdempotentActions.over(claims()).timeToLive(LONG).build();
    }

    private IdempotentActions actionsThrough(TcpProxy proxy) {
        Node node = newNode(NodeOptions.DEFAULT
                .poolSize(2)
                .poolTimeout(Duration.ofSeconds(2))
                .throughPort(proxy.port()));
        return IdempotentActions.over(node.idempotency()).timeToLive(LONG).build();
    }

    @Test
    void CLAIM_9_a_store_that_is_away_at_the_claim_stops_the_action_before_it_runs() throws Throwable {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        IdempotentActions through = actionsThrough(proxy);
        through.run(Action.of(key("warm"), PAY), () -> DONE);
        proxy.refuseNewConnections(true);
        proxy.killAll();

        writesNothing(() -> assertThrows(StoreFailure.class, () -> through.run(ACTION, () -> run(DONE))));
        assertEquals(0, runs.get());

        proxy.refuseNewConnections(false);
        assertEquals(new ActionAnswer.Ran(DONE), through.run(ACTION, () -> run(DONE)));
    }

    @Test
    void CLAIM_9_a_request_of_the_claim_that_is_lost_runs_the_action_once_or_not_at_all() {
        requires(Feature.NETWORK);
        walk(TcpProxy::cutRequestAfter);
    }

    @Test
    void CLAIM_6_a_reply_to_the_claim_or_the_record_that_is_lost_runs_the_action_once_or_not_at_all() {
        requires(Feature.NETWORK);
        walk(TcpProxy::cutReplyToRequestAfter);
    }

    /** Runs an action for each of its requests, which is lost, or its reply. Whatever its caller is told must be true. */
    private void walk(ObjIntConsumer<TcpProxy> loss) {
        TcpProxy proxy = proxy();
        IdempotentActions through = actionsThrough(proxy);
        through.run(Action.of(key("warm"), PAY), () -> DONE);
        boolean fired = true;
        for (int others = 0; fired; others++) {
            Action action = Action.of(key("request-" + others), PAY);
            runs.set(0);
            loss.accept(proxy, others);
            Optional<ActionAnswer> told = told(through, action);
            fired = !proxy.isArmed();
            proxy.disarm();

            int ran = runs.get();
            ActionAnswer next = actions().run(action, () -> run(OTHER));
            if (told.isPresent()) {
                assertEquals(1, ran);
                assertEquals(new ActionAnswer.Ran(DONE), told.get());
                assertEquals(new ActionAnswer.Replayed(DONE), next);
            } else {
                assertEquals(0, ran, "the action was run although the claim failed");
            }
            if (others > MOST_REQUESTS) {
                throw new AssertionFailedError("the action has no end");
            }
        }
    }

    private Optional<ActionAnswer> told(IdempotentActions by, Action action) {
        try {
            return Optional.of(by.run(action, () -> run(DONE)));
        } catch (StoreFailure e) {
            return Optional.empty();
        }
    }

    @Test
    void CLAIM_6_a_store_that_is_away_at_the_record_leaves_the_key_pending_and_nothing_is_run_again() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        IdempotentActions through = actionsThrough(proxy);

        ResultNotRecorded thrown = assertThrows(
                ResultNotRecorded.class,
                () -> through.run(ACTION, () -> {
                    proxy.refuseNewConnections(true);
                    proxy.killAll();
                    return run(DONE);
                }));
        proxy.refuseNewConnections(false);

        assertFalse(thrown.lost());
        assertEquals(Optional.of(DONE), thrown.result());
        assertInstanceOf(StoreFailure.class, thrown.getCause());
        assertInstanceOf(ActionAnswer.Pending.class, through.run(ACTION, () -> run(OTHER)));
        assertInstanceOf(ActionAnswer.Pending.class, actions().run(ACTION, () -> run(OTHER)));
        assertEquals(1, runs.get());

        advance(LONG);
        assertEquals(new ActionAnswer.Ran(OTHER), actions().run(ACTION, () -> run(OTHER)), "after its time to live");
    }

    @Test
    void CLAIM_6_a_connection_that_dies_while_the_action_runs_does_no_harm() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        IdempotentActions through = actionsThrough(proxy);

        assertEquals(new ActionAnswer.Ran(DONE), through.run(ACTION, () -> {
            proxy.killAll();
            return run(DONE);
        }));
        assertEquals(new ActionAnswer.Replayed(DONE), actions().run(ACTION, () -> run(OTHER)));
        assertEquals(1, runs.get());
    }

    @Test
    void CLAIM_9_in_a_transaction_on_the_same_store_the_action_is_refused_before_it_runs() throws Throwable {
        requires(Feature.JOINING);
        Node node = newNode(NodeOptions.DEFAULT.poolSize(1));
        IdempotentActions actions = IdempotentActions.over(node.idempotency()).build();

        writesNothing(() -> node.inCallersTransaction(
                Isolation.READ_COMMITTED,
                () -> assertThrows(TransactionAlreadyActive.class, () -> actions.run(ACTION, () -> run(DONE)))));

        assertEquals(0, runs.get());
        assertTrue(actions.run(ACTION, () -> run(DONE)) instanceof ActionAnswer.Ran, "the pool has its connection");
    }
}
