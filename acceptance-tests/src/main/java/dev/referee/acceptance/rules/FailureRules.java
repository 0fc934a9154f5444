package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Provocation;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Steps;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandFailure;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What failures mean, and that every wait ends. */
public abstract class FailureRules extends Rules {

    private static final Duration TOLERANCE = Duration.ofMillis(250);

    /** Writes on MySQL end at whole seconds. */
    private static final Duration WHOLE_SECOND = Duration.ofSeconds(1);

    /** How long after its statement's limit an adapter gives a silent peer up, at most. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private final Steps own = new Steps();

    @Test
    void TX_6_every_failure_that_can_be_provoked_means_what_the_table_says() {
        requires(Feature.CONNECTIONS);
        node();
        List<Provocation> all = store().provocations();
        assertFalse(all.isEmpty());
        assertAll(all.stream().map(each ->
                (Executable) () -> assertEquals(each.meaning(), each.provoke().get(), each.condition())));
    }

    @ConcurrencyTest
    void TX_7_a_wait_for_the_aggregate_is_ended_in_time() {
        requires(Feature.CONNECTIONS, Feature.TIMED_LOCK_WAIT);
        Node one = nodeOfOne(open());
        Holder holder = Holder.holding(crew(), node().adapter(), node().accounts(), ACCOUNT);
        Duration wait = Duration.ofMillis(400);
        AccountDesk desk =
                new AccountDesk(CommandEngine.over(one.adapter()).lockWait(wait).build(), one.accounts());

        assertEndsWithin(wait, wait.plus(TOLERANCE), CaseBusy.class, () -> withdraw(desk));
        holder.close();
        assertApplied(withdraw(desk));
    }

    @Test
    void TX_7_a_write_that_waits_for_the_audit_row_of_another_is_ended_in_time() {
        assertWaitingWriteEnds(raw -> raw.insertAudit(AccountDesk.NAMESPACE, ACCOUNT, new Revision(2)));
    }

    @Test
    void TX_7_a_write_that_waits_for_the_operation_of_another_is_ended_in_time() {
        assertWaitingWriteEnds(raw -> raw.insertOperation(new OperationKey(AccountDesk.NAMESPACE, ACCOUNT, op("w"))));
    }

    private void assertWaitingWriteEnds(Consumer<RawSession> obstacle) {
        requires(Feature.CONNECTIONS, Feature.ROW_LOCKS);
        Node one = nodeOfOne(open());
        List<String> settings = one.connectionSettings();
        Duration total = Duration.ofMillis(1_500);
        AccountDesk desk = desk(one, total);
        Snapshot before = snapshot();
        try (RawSession raw = store().rawSession()) {
            obstacle.accept(raw);
            assertEndsWithin(
                    total.minus(TOLERANCE),
                    total.plus(WHOLE_SECOND).plus(TOLERANCE),
                    RetriesExhausted.class,
                    () -> withdraw(desk));
        }
        assertNothingWritten(before);
        assertEquals(settings, one.connectionSettings(), "the connection is as it was");
        assertApplied(withdraw(desk));
    }

    @Test
    void TX_7_a_silent_peer_is_given_up_while_a_statement_is_on_its_way() {
        assertSilenceEnds(Step.WRITE_AUDIT, () -> {});
    }

    @Test
    void TX_7_a_silent_peer_is_given_up_on_the_rollback_path_too() {
        assertSilenceEnds(Step.WRITE_AUDIT, () -> {
            throw new Unwanted();
        });
    }

    @Test
    void TX_7_a_silent_peer_is_given_up_when_a_transaction_begins() {
        requires(Feature.CONNECTIONS, Feature.NETWORK);
        open();
        TcpProxy proxy = proxy();
        Node far = newNode(NodeOptions.DEFAULT
                .poolSize(1)
                .poolTimeout(Duration.ofMillis(500))
                .throughPort(proxy.port()));
        AccountDesk desk = desk(far, Duration.ofMillis(1_500));
        desk.open(op("warm-up"), OWNER, new Subject("a-warm"), 1).orElseThrow();
        Snapshot before = snapshot();
        // At once: a pool looks at connections only that were idle for a while.
        proxy.silence();

        assertEndsWithin(Duration.ZERO, Duration.ofSeconds(12), CommandFailure.class, () -> withdraw(desk));

        proxy.restore();
        proxy.killAll();
        assertNothingWritten(before);
        assertApplied(withdraw(desk));
    }

    private void assertSilenceEnds(Step step, Runnable then) {
        requires(Feature.CONNECTIONS, Feature.NETWORK);
        open();
        TcpProxy proxy = proxy();
        Duration poolTimeout = Duration.ofMillis(500);
        Node far = newNode(NodeOptions.DEFAULT
                .steps(own)
                .poolSize(1)
                .poolTimeout(poolTimeout)
                .throughPort(proxy.port()));
        Duration total = Duration.ofMillis(1_500);
        AccountDesk desk = desk(far, total);
        Snapshot before = snapshot();
        own.order(step, () -> {
            proxy.silence();
            then.run();
        });

        Duration longest = total.plus(SLACK)
                .plus(SLACK)
                .plus(poolTimeout)
                .plus(WHOLE_SECOND)
                .plus(TOLERANCE);
        RuntimeException failure =
                assertEndsWithin(Duration.ZERO, longest, RuntimeException.class, () -> withdraw(desk));

        assertTrue(failure instanceof CommandFailure || failure instanceof Unwanted, failure::toString);
        proxy.restore();
        proxy.killAll();
        assertNothingWritten(before);
        assertApplied(withdraw(desk));
    }

    @ConcurrencyTest
    void TX_7_to_wait_for_the_pool_ends_with_its_own_time_out() {
        requires(Feature.CONNECTIONS);
        open();
        Duration poolTimeout = Duration.ofMillis(400);
        Node one = newNode(NodeOptions.DEFAULT.steps(own).poolSize(1).poolTimeout(poolTimeout));
        AccountDesk desk = desk(one, Duration.ofSeconds(10));
        Stop commit = own.stopAt(Step.COMMIT);
        Future<Outcome> first = crew().start(() -> withdraw(desk));
        commit.awaitReached();

        assertEndsWithin(
                poolTimeout.minus(TOLERANCE),
                poolTimeout.plus(TOLERANCE),
                StoreUnavailable.class,
                () -> desk.withdraw(op("other"), OWNER, ACCOUNT, Revision.FIRST, 1));

        commit.release();
        assertApplied(Crew.join(first));
    }

    private static RuntimeException assertEndsWithin(
            Duration least, Duration most, Class<? extends RuntimeException> how, Executable action) {
        long before = System.nanoTime();
        RuntimeException failure = assertThrows(RuntimeException.class, action);
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        assertInstanceOf(how, failure);
        assertTrue(
                took.compareTo(least) >= 0 && took.compareTo(most) <= 0,
                () -> "ended after " + took + ", which is not within " + least + " and " + most + ": " + failure);
        return failure;
    }

    private Steps open() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        return own;
    }

    private Node nodeOfOne(Steps listener) {
        return newNode(NodeOptions.DEFAULT.steps(listener).poolSize(1));
    }

    private AccountDesk desk(Node on, Duration total) {
        CommandEngine engine = CommandEngine.over(on.adapter())
                .observer(observed)
                .retryPolicy(RetryPolicy.DEFAULT.withTotal(total))
                .build();
        return new AccountDesk(engine, on.accounts());
    }

    private static Outcome withdraw(AccountDesk desk) {
        return desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1);
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
