package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.APPLICANT;
import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.R47;
import static dev.referee.acceptance.rules.Permits.R81;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static dev.referee.acceptance.rules.Permits.reviewer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.DriverListener.Kind;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.Swallowed;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.acceptance.steps.Steps;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.Command;
import dev.referee.application.command.CommandAnswer;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandFailure;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.command.OutcomeRejected;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import dev.referee.domain.permit.Status;
import java.time.Duration;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Connections: one at a time, and given back as they came. */
public abstract class ConnectionRules extends Rules {

    private static final Subject OTHER = new Subject("a-2");
    private static final RetryPolicy QUICK = RetryPolicy.DEFAULT.withPauses(Duration.ofMillis(1), Duration.ofMillis(5));

    private final Steps own = new Steps();

    @Test
    void TX_4_every_use_case_passes_with_a_pool_of_one() {
        requires(Feature.CONNECTIONS);
        Node one = poolOfOne(Wiring.DEFAULT);
        Permits permits = new Permits(one, engine(one));
        PermitCommands commands = permits.commands();

        permits.putInReview();
        assertApplied(commands.open(Permits.opening("open", "A shed")));
        Outcome first = permits.approve("approve", IN_REVIEW);
        assertReplayed(first, permits.approve("approve", IN_REVIEW));
        assertInstanceOf(Outcome.Refused.class, permits.approve("again", IN_REVIEW));
        assertApplied(commands.reopen(reasoned("reopen", SUPERVISOR, IN_REVIEW + 1)));
        assertApplied(commands.addFee(plain("fee", SUPERVISOR, IN_REVIEW + 2), "line", 5));
        assertApplied(commands.removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW + 3), R47));
        assertApplied(commands.requestChanges(reasoned("changes", reviewer(R81), IN_REVIEW + 4)));
        assertApplied(commands.resubmit(plain("resubmit", APPLICANT, IN_REVIEW + 5)));
        assertApplied(commands.withdraw(reasoned("withdraw", APPLICANT, IN_REVIEW + 6)));
        assertEquals(Status.WITHDRAWN, permits.current().status());
        assertEquals(
                IN_REVIEW + 7,
                one.adapter()
                        .auditTrail()
                        .of(PermitCommands.NAMESPACE, CASE.subject())
                        .size());
        assertEquals(
                2,
                one.adapter()
                        .caseQueries()
                        .list(new CaseQueries.Filter(Optional.empty(), Optional.empty(), Optional.empty(), 10))
                        .items()
                        .size());
        AccountDesk desk = desk(one);
        List<Command<?>> list = List.of(
                desk.opening(op("open"), OWNER, ACCOUNT, 100),
                desk.opening(op("open-2"), OWNER, OTHER, 100),
                desk.withdrawal(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
        for (CommandAnswer answer : desk.engine().handleAll(list)) {
            assertApplied(answer.orElseThrow());
        }
        assertEquals(0, one.connectionsInUse());
    }

    @ConcurrencyTest
    void TX_4_two_commands_on_a_pool_of_one_queue_and_both_finish() {
        requires(Feature.CONNECTIONS);
        Node one = poolOfOne(Wiring.DEFAULT);
        AccountDesk desk = desk(one);
        desk.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        desk.open(op("open-2"), OWNER, OTHER, 100).orElseThrow();
        Stop commit = own.stopAt(Step.COMMIT);

        Future<Outcome> first = crew().start(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
        commit.awaitReached();
        Future<Outcome> same = crew().start(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
        Future<Outcome> other = crew().start(() -> desk.withdraw(op("w"), OWNER, OTHER, Revision.FIRST, 1));
        assertEquals(1, one.connectionsInUse());
        commit.release();

        assertApplied(Crew.join(first));
        assertReplayed(Crew.join(first), Crew.join(same));
        assertApplied(Crew.join(other));
        assertEquals(0, one.connectionsInUse());
    }

    @ConcurrencyTest
    void TX_4_a_dead_connection_is_given_back_before_another_is_asked_for() {
        requires(Feature.CONNECTIONS);
        Node one = poolOfOne(Wiring.DEFAULT);
        AccountDesk desk = desk(one);
        desk.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Snapshot before = snapshot();
        own.order(Step.WRITE_AUDIT, store()::killIdleSessions);

        assertApplied(desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));

        assertEquals(List.of(FailureKind.CONNECTION_LOST), observed.retries());
        assertEffects(1, before);
        assertEquals(0, one.connectionsInUse());
    }

    @Test
    void TX_4_nothing_leaks_after_any_end_and_every_setting_is_put_back() {
        requires(Feature.CONNECTIONS);
        assertGivenBackAsItCame(Wiring.DEFAULT);
    }

    @Test
    void TX_5_settings_are_put_back_whatever_the_pools_isolation() {
        requires(Feature.CONNECTIONS);
        assertGivenBackAsItCame(Wiring.DEFAULT.isolation(Isolation.REPEATABLE_READ));
    }

    @Test
    void TX_5_settings_are_put_back_on_a_serializable_pool_too() {
        requires(Feature.CONNECTIONS);
        assertGivenBackAsItCame(Wiring.DEFAULT.isolation(Isolation.SERIALIZABLE));
    }

    private void assertGivenBackAsItCame(Wiring wiring) {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-2"), OWNER, OTHER, 100).orElseThrow();
        Node one = poolOfOne(wiring);
        List<String> settings = one.connectionSettings();
        scenarios(one).forEach((name, scenario) -> {
            scenario.run();
            own.clear();
            assertEquals(0, one.connectionsInUse(), () -> "connections in use after " + name);
            assertEquals(settings, one.connectionSettings(), () -> "settings after " + name);
        });
    }

    private Map<String, Runnable> scenarios(Node one) {
        AccountDesk desk = desk(one);
        Map<String, Runnable> all = new LinkedHashMap<>();
        all.put("success", () -> assertApplied(withdraw(desk, "w", 1)));
        all.put("a replay", () -> assertInstanceOf(Outcome.Replayed.class, withdraw(desk, "w", 1)));
        all.put("a refusal", () -> assertInstanceOf(Outcome.Refused.class, withdraw(desk, "stale", 1)));
        all.put("a conflict", () -> assertInstanceOf(Outcome.Refused.class, withdraw(desk, "w", 2)));
        all.put(
                "an outcome that is no JSON",
                () -> assertThrows(OutcomeRejected.class, () -> decide(one, "bad", () -> new Json("{"))));
        all.put(
                "a decision that throws",
                () -> assertThrows(
                        Unwanted.class,
                        () -> decide(one, "throws", () -> {
                            throw new Unwanted();
                        })));
        for (Step step : Step.values()) {
            all.put("a fault at " + step, () -> {
                own.failAt(step);
                assertThrows(RuntimeException.class, () -> withdraw(desk, "fault-" + step, 2));
            });
        }
        for (Swallowed failure : Swallowed.values()) {
            AccountDesk careless = new AccountDesk(engine(one), one.accountsSwallowing(failure));
            all.put(
                    "a swallowed " + failure,
                    () -> assertThrows(StoreFailure.class, () -> withdraw(careless, "s-" + failure, 2)));
        }
        all.put("a wait in vain", () -> busy(one));
        if (has(Feature.DEADLOCK_DETECTION)) {
            all.put("a deadlock", () -> deadlock(one));
        }
        all.put("a read", () -> one.adapter().caseQueries().find(CASE));
        all.put("a number", () -> one.adapter().caseIds().next());
        return all;
    }

    private void decide(Node one, String operation, Supplier<Json> outcome) {
        OperationKey key = new OperationKey(AccountDesk.NAMESPACE, ACCOUNT, op(operation));
        engine(one)
                .execute(Command.on(
                        CommandRequest.of(key, OWNER, new TypeName("any", 1)),
                        one.accounts(),
                        (account, at) -> Decision.accept(
                                new Account(account.id(), account.revision().next(), account.cents()),
                                new Event(new TypeName("any", 1), new Json("{}")),
                                outcome.get())));
    }

    private void busy(Node one) {
        Holder holder = Holder.holding(crew(), node().adapter(), node().accounts(), ACCOUNT);
        CommandEngine impatient = CommandEngine.over(one.adapter())
                .lockWait(Duration.ofMillis(150))
                .build();
        assertThrows(CaseBusy.class, () -> withdraw(new AccountDesk(impatient, one.accounts()), "busy", 2));
        holder.close();
    }

    private void deadlock(Node one) {
        Deque<Future<Boolean>> circle = new ConcurrentLinkedDeque<>();
        try (RawSession rival = store().rawSession()) {
            rival.preferToSurvive();
            rival.lockAccount(OTHER);
            own.order(Step.WRITE_AGGREGATE, () -> {
                circle.add(crew().start(() -> {
                    rival.lockAccount(ACCOUNT);
                    rival.commit();
                    return true;
                }));
                awaitBlocked(1);
            });
            AccountDesk touching = new AccountDesk(engine(one), one.accountsTouchingAlso(OTHER));
            assertApplied(withdraw(touching, "deadlock", 2));
            assertEquals(List.of(true), Crew.join(List.copyOf(circle)));
            assertTrue(observed.retries().contains(FailureKind.CONTENTION));
        }
    }

    @ConcurrencyTest
    void TX_5_a_connection_that_was_killed_does_not_go_back() {
        requires(Feature.CONNECTIONS);
        Recorder recorder = new Recorder();
        Node one = poolOfOne(Wiring.DEFAULT.driver(recorder));
        AccountDesk desk = desk(one);
        store().killIdleSessions();
        desk.open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        List<String> settings = one.connectionSettings();
        store().killIdleSessions();
        recorder.clear();

        assertApplied(withdraw(desk, "w", 1));

        assertTrue(!recorder.calls(Kind.OPEN).isEmpty(), "a fresh connection was made");
        assertEquals(settings, one.connectionSettings());
    }

    @Test
    void TX_5_a_connection_to_a_server_that_has_become_read_only_does_not_go_back() {
        requires(Feature.CONNECTIONS, Feature.NETWORK);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Recorder recorder = new Recorder();
        Node one = poolOfOne(Wiring.DEFAULT.asOrdinaryUser().driver(recorder));
        AccountDesk desk = new AccountDesk(
                CommandEngine.over(one.adapter())
                        .observer(observed)
                        .retryPolicy(QUICK.withAttempts(3))
                        .build(),
                one.accounts());
        assertApplied(withdraw(desk, "w-1", 1));
        Snapshot before = snapshot();

        recorder.clear();
        try (var time = store().readOnlyServer()) {
            assertThrows(CommandFailure.class, () -> withdraw(desk, "w-2", 2), time::toString);
        }
        assertEquals(
                List.of(FailureKind.CONNECTION_LOST, FailureKind.CONNECTION_LOST),
                observed.retries(),
                "each attempt had a fresh connection");
        assertTrue(recorder.calls(Kind.OPEN).size() >= 2, () -> recorder.calls().toString());
        assertNothingWritten(before);
        assertApplied(withdraw(desk, "w-2", 2));
        assertEquals(0, one.connectionsInUse());
    }

    private Node poolOfOne(Wiring wiring) {
        return newNode(NodeOptions.DEFAULT.steps(own).poolSize(1).wiring(wiring));
    }

    private CommandEngine engine(Node one) {
        return CommandEngine.over(one.adapter())
                .observer(observed)
                .retryPolicy(QUICK)
                .build();
    }

    private AccountDesk desk(Node one) {
        return new AccountDesk(engine(one), one.accounts());
    }

    private static Outcome withdraw(AccountDesk desk, String operation, long expected) {
        return desk.withdraw(op(operation), OWNER, ACCOUNT, new Revision(expected), 1);
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
