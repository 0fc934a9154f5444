package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.Swallowed;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that are called while their thread holds a transaction on the same data source. */
public abstract class CallersTransactionRules extends Rules {

    private static final Subject OTHER = new Subject("a-2");

    @BeforeEach
    void open_two_accounts() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-2"), OWNER, OTHER, 100).orElseThrow();
    }

    @Test
    void TX_2_a_command_inside_a_transaction_is_refused_and_told_the_two_ways_out() {
        requires(Feature.JOINING);
        for (Isolation isolation : Isolation.values()) {
            Snapshot before = snapshot();
            node().inCallersTransaction(isolation, () -> {
                TransactionAlreadyActive refused =
                        assertThrows(TransactionAlreadyActive.class, () -> withdraw(accounts(), "w"));
                assertTrue(String.valueOf(refused.getMessage()).contains("joined()"), refused::getMessage);
                assertTrue(String.valueOf(refused.getMessage()).contains("after"), refused::getMessage);
            });
            assertNothingWritten(before);
        }
        assertApplied(withdraw(accounts(), "w"));
    }

    @Test
    void TX_2_work_that_joins_and_throws_lets_its_caller_only_roll_back() {
        requires(Feature.JOINING);
        Transactions joined = Transactions.over(node().adapter()).joined();
        Snapshot before = snapshot();

        assertFalse(node().inCallersTransaction(
                        Isolation.READ_COMMITTED,
                        () -> assertThrows(
                                Unwanted.class,
                                () -> joined.run(Duration.ofSeconds(20), tx -> {
                                    Account seen =
                                            tx.read(node().accounts(), ACCOUNT).orElseThrow();
                                    assertTrue(tx.update(
                                            node().accounts(),
                                            seen,
                                            new Account(ACCOUNT, seen.revision().next(), 1)));
                                    throw new Unwanted();
                                }))));

        assertNothingWritten(before);
        assertApplied(withdraw(accounts(), "w"));
    }

    @Test
    void TX_2_a_joined_command_commits_and_rolls_back_with_its_caller() {
        requires(Feature.JOINING);
        Snapshot before = snapshot();
        assertThrows(
                Unwanted.class,
                () -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    assertApplied(withdraw(joined(), "w"));
                    throw new Unwanted();
                }));
        assertNothingWritten(before);

        assertTrue(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            assertApplied(withdraw(joined(), "w"));
            assertInstanceOf(Outcome.Replayed.class, withdraw(joined(), "w"), "the caller's own commands are seen");
            assertNothingWritten(before);
        }));
        assertEffects(1, before);
        assertInstanceOf(Outcome.Replayed.class, withdraw(accounts(), "w"));
    }

    @Test
    void TX_2_only_read_committed_is_joined() {
        requires(Feature.JOINING);
        for (Isolation isolation : List.of(Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE)) {
            Snapshot before = snapshot();
            node().inCallersTransaction(
                            isolation, () -> assertThrows(IllegalStateException.class, () -> withdraw(joined(), "w")));
            assertNothingWritten(before);
        }
        assertThrows(IllegalStateException.class, () -> withdraw(joined(), "w"), "without a transaction");
    }

    @Test
    void TX_2_a_refusal_leaves_the_callers_transaction_usable() {
        requires(Feature.JOINING);
        Snapshot before = snapshot();
        assertTrue(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            assertInstanceOf(Outcome.Refused.class, joined().withdraw(op("stale"), OWNER, ACCOUNT, new Revision(7), 1));
            assertApplied(withdraw(joined(), "w"));
        }));
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void TX_2_after_a_wait_in_vain_the_caller_can_only_roll_back() {
        requires(Feature.JOINING, Feature.ROW_LOCKS);
        Snapshot before = snapshot();
        var other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Holder holder = Holder.holding(crew(), other.adapter(), other.accounts(), ACCOUNT);
        CommandEngine impatient = engine().lockWait(Duration.ofMillis(200)).build();
        assertFalse(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            assertApplied(joined().withdraw(op("first"), OWNER, OTHER, Revision.FIRST, 1));
            assertThrows(CaseBusy.class, () -> withdraw(accounts(impatient.joined()), "w"));
        }));
        holder.close();
        assertNothingWritten(before);
    }

    @Test
    void TX_2_after_a_swallowed_failure_the_caller_can_only_roll_back() {
        requires(Feature.JOINING);
        for (Swallowed failure : Swallowed.values()) {
            Snapshot before = snapshot();
            AccountDesk careless = new AccountDesk(engine().build().joined(), node().accountsSwallowing(failure));
            assertFalse(
                    node().inCallersTransaction(
                                    Isolation.READ_COMMITTED,
                                    () -> assertThrows(StoreFailure.class, () -> withdraw(careless, "w"))),
                    failure::toString);
            assertNothingWritten(before);
        }
    }

    @ConcurrencyTest
    void TX_2_a_joined_command_in_a_deadlock_is_not_retried_and_the_caller_can_only_roll_back() {
        requires(Feature.JOINING, Feature.DEADLOCK_DETECTION);
        Snapshot before = snapshot();
        Deque<Future<Boolean>> circle = new ConcurrentLinkedDeque<>();
        try (RawSession rival = store().rawSession()) {
            rival.preferToSurvive();
            rival.lockAccount(OTHER);
            AccountDesk joined = new AccountDesk(engine().build().joined(), node().accountsTouchingAlso(OTHER));
            steps.always(Step.WRITE_AGGREGATE, () -> {
                circle.add(crew().start(() -> {
                    rival.lockAccount(ACCOUNT);
                    return true;
                }));
                awaitBlocked(1);
            });
            boolean committed = node().inCallersTransaction(
                            Isolation.READ_COMMITTED,
                            () -> assertThrows(RetriesExhausted.class, () -> withdraw(joined, "w")));

            assertFalse(committed);
            assertEquals(List.of(true), Crew.join(List.copyOf(circle)));
        }
        assertEquals(List.of(), observed.retries());
        assertNothingWritten(before);
    }

    private AccountDesk joined() {
        return accounts(engine().build().joined());
    }

    private static Outcome withdraw(AccountDesk desk, String operation) {
        return desk.withdraw(op(operation), OWNER, ACCOUNT, Revision.FIRST, 1);
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
