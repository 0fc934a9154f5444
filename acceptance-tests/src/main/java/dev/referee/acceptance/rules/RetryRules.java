package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Rewired;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Deadlocks, and what comes of them. */
public abstract class RetryRules extends Rules {

    private static final Subject B = new Subject("b-1");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final RetryPolicy QUICK = RetryPolicy.DEFAULT.withPauses(Duration.ZERO, Duration.ofMillis(1));

    @ConcurrencyTest
    void CMD_16_two_commands_in_a_deadlock_are_both_applied() {
        requires(Feature.DEADLOCK_DETECTION);
        openBoth();
        Snapshot before = snapshot();
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);
        List<Outcome> answers = crew().atOnce(2, i -> {
            Subject mine = i == 0 ? ACCOUNT : B;
            Subject other = i == 0 ? B : ACCOUNT;
            AtomicInteger attempts = new AtomicInteger();
            // The two may close their circle again: how often is not the question here.
            CommandEngine engine = lockingAlso(other, 30, () -> {
                if (attempts.incrementAndGet() == 1) {
                    Crew.awaitAll(bothHoldTheirFirst);
                }
            });
            return accounts(engine).withdraw(op("w"), OWNER, mine, Revision.FIRST, 1);
        });

        answers.forEach(Rules::assertApplied);
        assertEffects(2, before);
        assertTrue(observed.retries().size() >= 1, "one of them was a victim");
        assertEquals(Set.of(FailureKind.CONTENTION), Set.copyOf(observed.retries()));
    }

    @ConcurrencyTest
    void CMD_16_two_stores_that_write_in_opposite_order_are_both_applied() {
        requires(Feature.CONNECTIONS, Feature.DEADLOCK_DETECTION);
        openBoth();
        Snapshot before = snapshot();
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);
        Runnable meet = () -> Crew.awaitAll(bothHoldTheirFirst);
        steps.order(Step.WRITE_AGGREGATE, meet);
        steps.order(Step.WRITE_AGGREGATE, meet);
        CommandEngine engine = engine().retryPolicy(QUICK.withAttempts(30).withTotal(LONG))
                .lockWait(LONG)
                .build();

        List<Outcome> answers = crew().atOnce(2, i -> {
            AggregateStore<Account> store = node().accountsTouchingAlso(i == 0 ? B : ACCOUNT);
            return new AccountDesk(engine, store).withdraw(op("w"), OWNER, i == 0 ? ACCOUNT : B, Revision.FIRST, 1);
        });

        answers.forEach(Rules::assertApplied);
        assertEffects(2, before);
        assertFalse(observed.retries().isEmpty(), "one of them was a victim");
        assertEquals(Set.of(FailureKind.CONTENTION), Set.copyOf(observed.retries()));
    }

    @ConcurrencyTest
    void CMD_16_after_a_deadlock_the_command_is_decided_on_fresh_state() {
        requires(Feature.DEADLOCK_DETECTION);
        openBoth();
        Snapshot before = snapshot();
        AtomicInteger attempts = new AtomicInteger();
        Rival rival = new Rival(0, RawSession::commit);
        CommandEngine engine = lockingAlso(B, 3, () -> {
            if (attempts.incrementAndGet() == 1) {
                rival.closeTheCircle();
            }
        });
        beforeNextAttempts(rival);
        List<Long> seen = new ArrayList<>();

        Outcome outcome = engine.execute(onAccount("w", (account, at) -> {
            seen.add(account.cents());
            return account.withdraw(account.revision(), 30);
        }));

        rival.join();
        assertEquals(
                "{\"account\":\"a-1\",\"revision\":3,\"cents\":120}",
                outcome.orElseThrow().text());
        assertEquals(List.of(100L, 150L), seen, "what each decision saw");
        assertEffects(1, before);
        assertEquals(List.of(FailureKind.CONTENTION), observed.retries());
    }

    @ConcurrencyTest
    void CMD_16_attempts_are_bounded_and_every_cause_is_kept() {
        requires(Feature.DEADLOCK_DETECTION);
        openBoth();
        Snapshot before = snapshot();
        List<Rival> rivals = List.of(
                new Rival(0, RawSession::close), new Rival(1, RawSession::close), new Rival(2, RawSession::close));
        AtomicInteger attempts = new AtomicInteger();
        CommandEngine engine =
                lockingAlso(B, 3, () -> rivals.get(attempts.getAndIncrement()).closeTheCircle());
        beforeNextAttempts(rivals.get(0), rivals.get(1));

        RetriesExhausted exhausted = assertThrows(
                RetriesExhausted.class, () -> accounts(engine).withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));

        rivals.forEach(Rival::join);
        assertEquals(3, attempts.get());
        assertEquals(3, exhausted.getSuppressed().length, "causes kept");
        for (Throwable cause : exhausted.getSuppressed()) {
            assertEquals(
                    FailureKind.CONTENTION,
                    assertInstanceOf(StoreFailure.class, cause).kind());
        }
        assertNothingWritten(before);
        assertApplied(accounts().withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));
    }

    @Test
    void CMD_16_the_total_time_is_bounded_whatever_the_number_of_attempts() {
        openBoth();
        Duration total = Duration.ofMillis(400);
        RetryPolicy policy = new RetryPolicy(100, total, Duration.ofMillis(50), Duration.ofMillis(100));
        AtomicInteger attempts = new AtomicInteger();
        CommandEngine engine = CommandEngine.over(new Rewired(node().adapter().unitsOfWork(), (unit, changes) -> {
                    attempts.incrementAndGet();
                    throw new StoreFailure(
                            FailureKind.CONTENTION,
                            Phase.WRITE,
                            false,
                            "ordered by the test",
                            new IllegalStateException());
                }))
                .retryPolicy(policy)
                .build();
        Snapshot before = snapshot();
        long started = System.nanoTime();

        assertThrows(
                RetriesExhausted.class, () -> accounts(engine).withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 30));

        Duration took = Duration.ofNanos(System.nanoTime() - started);
        assertTrue(took.compareTo(total.plusMillis(250)) < 0, () -> "took " + took);
        assertTrue(
                attempts.get() > 1 && attempts.get() <= 9, () -> attempts + " attempts with pauses of 50 ms or more");
        assertNothingWritten(before);
    }

    private void openBoth() {
        accounts().open(op("open-a"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-b"), OWNER, B, 100).orElseThrow();
        for (int rival = 0; rival < 3; rival++) {
            accounts().open(op("open-rival-" + rival), OWNER, ownRow(rival), 1).orElseThrow();
        }
    }

    /** The second attempt begins when the first rival has ended, and so on: who waits for a row need not be the next to get it. */
    private void beforeNextAttempts(Rival... rivals) {
        steps.order(Step.BEGIN, () -> {});
        for (Rival rival : rivals) {
            steps.order(Step.BEGIN, rival::join);
        }
    }

    /** An engine whose commands lock one more account before they write. */
    private CommandEngine lockingAlso(Subject other, int attempts, Runnable before) {
        return CommandEngine.over(new Rewired(node().adapter().unitsOfWork(), (unit, changes) -> {
                    before.run();
                    unit.lock(node().accounts(), other, LockWait.upTo(LONG), Set.of());
                    unit.commit(changes);
                }))
                .observer(observed)
                .retryPolicy(QUICK.withAttempts(attempts).withTotal(LONG))
                .lockWait(LONG)
                .build();
    }

    /**
     * Another program that takes account b, and then wants account a, which the command holds. It is never the victim: it is older than every
     * command, and asks not to be.
     */
    private final class Rival {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch told = new CountDownLatch(1);
        private final Future<Void> work;

        /** Begins the program's transaction. Once it has both accounts, it adds 50 to the first, and ends as told. */
        Rival(int number, Consumer<RawSession> ending) {
            work = crew().start(() -> {
                try (RawSession session = store().rawSession()) {
                    session.preferToSurvive();
                    session.lockAccount(ownRow(number));
                    begun.countDown();
                    Crew.awaitAll(told);
                    session.lockAccount(B);
                    session.deposit(ACCOUNT, 50);
                    ending.accept(session);
                }
                return null;
            });
            Await.until("the rival has begun", () -> begun.getCount() == 0 || work.isDone());
        }

        /** Called by whoever holds account a: returns once the rival holds b and waits for a. */
        void closeTheCircle() {
            told.countDown();
            awaitBlocked(1);
        }

        void join() {
            Crew.join(work);
        }
    }

    private static Subject ownRow(int rival) {
        return new Subject("rival-" + rival);
    }
}
