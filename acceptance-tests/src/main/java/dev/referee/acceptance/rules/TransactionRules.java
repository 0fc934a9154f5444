package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.DriverListener.Call;
import dev.referee.acceptance.engine.DriverListener.Kind;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.Swallowed;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The transaction of a command: its isolation, its first statement, and that it cannot commit after a failure. */
public abstract class TransactionRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Subject OTHER = new Subject("a-2");

    @ConcurrencyTest
    void TX_1_what_others_commit_is_seen_at_once_whatever_the_pools_isolation() {
        requires(Feature.CONNECTIONS, Feature.ROW_LOCKS);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-2"), OWNER, OTHER, 100).orElseThrow();
        long revision = 1;
        for (Isolation isolation : Isolation.values()) {
            Node strict = newNode(NodeOptions.DEFAULT.wiring(Wiring.DEFAULT.isolation(isolation)));
            Revision expected = new Revision(revision++);
            List<Long> seen = Transactions.over(strict.adapter()).run(LIMIT, rows -> {
                rows.lock(strict.accounts(), ACCOUNT, LockWait.upTo(LIMIT));
                long first = rows.read(strict.accounts(), OTHER).orElseThrow().cents();
                crew().atOnce(1, i -> accounts().withdraw(op("w-" + isolation), OWNER, OTHER, expected, 1));
                return List.of(
                        first, rows.read(strict.accounts(), OTHER).orElseThrow().cents());
            });

            assertEquals(1, seen.get(0) - seen.get(1), "withdrawn meanwhile, with the pool at " + isolation);
        }
    }

    @ConcurrencyTest
    void TX_1_a_copy_that_waited_is_a_replay_whatever_the_pools_isolation() {
        requires(Feature.CONNECTIONS);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        long revision = 1;
        for (Isolation isolation : Isolation.values()) {
            Node strict = newNode(NodeOptions.DEFAULT.wiring(Wiring.DEFAULT.isolation(isolation)));
            AccountDesk waiting = new AccountDesk(
                    CommandEngine.over(strict.adapter())
                            .observer(observed)
                            .lockWait(LIMIT)
                            .build(),
                    strict.accounts());
            Revision expected = new Revision(revision++);
            Stop commit = steps.stopAt(Step.COMMIT);
            Future<Outcome> first =
                    crew().start(() -> accounts().withdraw(op("w-" + isolation), OWNER, ACCOUNT, expected, 1));
            commit.awaitReached();
            Future<Outcome> copy =
                    crew().start(() -> waiting.withdraw(op("w-" + isolation), OWNER, ACCOUNT, expected, 1));
            awaitBlocked(1);
            commit.release();

            assertReplayed(Crew.join(first), Crew.join(copy));
        }
        assertEquals(List.of(), observed.retries());
    }

    @Test
    void TX_1_the_first_statement_that_touches_a_table_takes_the_lock() {
        requires(Feature.CONNECTIONS);
        Recorder recorder = new Recorder();
        Node recorded = newNode(NodeOptions.DEFAULT.wiring(Wiring.DEFAULT.driver(recorder)));
        Permits permits =
                new Permits(recorded, CommandEngine.over(recorded.adapter()).build());
        permits.putInReview();

        recorder.clear();
        assertApplied(permits.approve("approve", IN_REVIEW));
        assertProtocol(recorder, Kind.COMMIT);
        recorder.clear();
        assertInstanceOf(Outcome.Replayed.class, permits.approve("approve", IN_REVIEW));
        assertProtocol(recorder, Kind.ROLLBACK);
        recorder.clear();
        assertInstanceOf(Outcome.Refused.class, permits.approve("again", IN_REVIEW));
        assertProtocol(recorder, Kind.ROLLBACK);
        AccountDesk desk =
                new AccountDesk(CommandEngine.over(recorded.adapter()).build(), recorded.accounts());
        recorder.clear();
        assertApplied(desk.open(op("open"), OWNER, ACCOUNT, 100));
        assertProtocol(recorder, Kind.COMMIT);
    }

    private static void assertProtocol(Recorder recorder, Kind end) {
        List<Call> calls = recorder.calls();
        List<Kind> kinds = calls.stream()
                .map(Call::kind)
                .filter(kind -> kind != Kind.SETTING)
                .toList();
        assertEquals(Kind.LOCK, kinds.get(0), calls::toString);
        assertEquals(1, kinds.stream().filter(kind -> kind == Kind.LOCK).count(), calls::toString);
        assertEquals(end, kinds.get(kinds.size() - 1), calls::toString);
        assertEquals(
                1,
                kinds.stream()
                        .filter(kind -> kind == Kind.COMMIT || kind == Kind.ROLLBACK)
                        .count(),
                calls::toString);
    }

    @Test
    void TX_3_a_commit_after_a_swallowed_failure_throws_and_nothing_is_written() {
        requires(Feature.CONNECTIONS);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        for (Swallowed failure : Swallowed.values()) {
            AccountDesk desk = new AccountDesk(engine().build(), node().accountsSwallowing(failure));
            Snapshot before = snapshot();

            StoreFailure thrown = assertThrows(
                    StoreFailure.class,
                    () -> desk.withdraw(op("w-" + failure), OWNER, ACCOUNT, new Revision(1), 1),
                    () -> "the failure of a " + failure + " was swallowed, and the command said that it was applied");

            assertFalse(thrown.outcomeUnknown());
            assertNothingWritten(before);
            assertEquals(0, node().connectionsInUse());
        }
        assertApplied(accounts().withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
    }

    @Test
    void TX_3_rows_outside_commands_cannot_be_committed_after_a_swallowed_failure_either() {
        requires(Feature.CONNECTIONS);
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Transactions rows = Transactions.over(node().adapter());
        for (Swallowed failure : Swallowed.values()) {
            Account next = new Account(ACCOUNT, new Revision(2), 1);
            Snapshot before = snapshot();
            assertThrows(
                    StoreFailure.class,
                    () -> rows.run(
                            LIMIT,
                            r -> r.update(
                                    node().accountsSwallowing(failure),
                                    r.read(node().accounts(), ACCOUNT).orElseThrow(),
                                    next)),
                    failure::toString);
            assertNothingWritten(before);
        }
    }
}
