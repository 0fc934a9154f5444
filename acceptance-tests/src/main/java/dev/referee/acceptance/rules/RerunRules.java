package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work outside the engine that is run again. */
public abstract class RerunRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final LockWait LONG = LockWait.upTo(LIMIT);
    private static final Subject B = new Subject("b-1");

    /** The two may close their circle again: how often is not the question here. */
    private static final RetryPolicy QUICK = RetryPolicy.DEFAULT
            .withPauses(Duration.ZERO, Duration.ofMillis(1))
            .withAttempts(30)
            .withTotal(LIMIT);

    @ConcurrencyTest
    void ROW_6_two_in_a_deadlock_both_commit_on_fresh_state() {
        requires(Feature.ROW_LOCKS, Feature.DEADLOCK_DETECTION);
        openBoth();
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);
        AtomicInteger attempts = new AtomicInteger();
        Transactions transactions = rows().retrying(QUICK);

        crew().atOnce(2, i -> {
            AtomicInteger own = new AtomicInteger();
            return transactions.run(LIMIT, t -> {
                attempts.incrementAndGet();
                addOne(t, i == 0 ? ACCOUNT : B);
                if (own.incrementAndGet() == 1) {
                    Crew.awaitAll(bothHoldTheirFirst);
                }
                addOne(t, i == 0 ? B : ACCOUNT);
                return i;
            });
        });

        assertTrue(attempts.get() > 2, "one of them was a victim");
        assertEquals(102, read(ACCOUNT).cents());
        assertEquals(102, read(B).cents());
        assertEquals(new Revision(3), read(ACCOUNT).revision());
    }

    @ConcurrencyTest
    void ROW_6_a_deadlock_that_the_work_wraps_or_swallows_is_run_again() {
        requires(Feature.ROW_LOCKS, Feature.DEADLOCK_DETECTION);
        openBoth();
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);
        Transactions transactions = rows().retrying(QUICK);

        crew().atOnce(2, i -> {
            AtomicInteger own = new AtomicInteger();
            return transactions.run(LIMIT, t -> {
                addOne(t, i == 0 ? ACCOUNT : B);
                if (own.incrementAndGet() == 1) {
                    Crew.awaitAll(bothHoldTheirFirst);
                }
                try {
                    addOne(t, i == 0 ? B : ACCOUNT);
                } catch (StoreFailure failure) {
                    if (i == 0) {
                        throw new IllegalArgumentException("the work tells it in its own way", failure);
                    }
                }
                return i;
            });
        });

        assertEquals(102, read(ACCOUNT).cents());
        assertEquals(102, read(B).cents());
    }

    @ConcurrencyTest
    void ROW_6_busy_in_joined_work_ends_the_run_that_it_is_part_of() {
        requires(Feature.JOINING, Feature.ROW_LOCKS);
        openBoth();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        closeAtEnd(Holder.holding(crew(), other.adapter(), other.accounts(), B));
        AtomicInteger attempts = new AtomicInteger();

        StoreFailure failure = assertThrows(
                StoreFailure.class,
                () -> rows().retrying(QUICK).run(LIMIT, t -> {
                    attempts.incrementAndGet();
                    addOne(t, ACCOUNT);
                    return rows().joined().run(LIMIT, u -> u.lock(node().accounts(), B, LockWait.noWait()));
                }));

        assertTrue(failure.isBusy());
        assertEquals(1, attempts.get());
        assertEquals(100, read(ACCOUNT).cents());
    }

    @ConcurrencyTest
    void ROW_6_without_it_the_victim_is_told_and_nothing_of_it_is_left() {
        requires(Feature.ROW_LOCKS, Feature.DEADLOCK_DETECTION);
        openBoth();
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);

        List<Boolean> committed = crew().atOnce(2, i -> {
            try {
                return rows().run(LIMIT, t -> {
                    addOne(t, i == 0 ? ACCOUNT : B);
                    Crew.awaitAll(bothHoldTheirFirst);
                    addOne(t, i == 0 ? B : ACCOUNT);
                    return true;
                });
            } catch (StoreFailure failure) {
                assertEquals(FailureKind.CONTENTION, failure.kind());
                return false;
            }
        });

        assertEquals(1, committed.stream().filter(each -> each).count());
        assertEquals(101, read(ACCOUNT).cents());
        assertEquals(101, read(B).cents());
    }

    @Test
    void ROW_6_a_lost_connection_is_replaced() {
        requires(Feature.CONNECTIONS);
        openBoth();
        AtomicInteger attempts = new AtomicInteger();

        rows().retrying(QUICK).run(LIMIT, t -> {
            addOne(t, ACCOUNT);
            if (attempts.incrementAndGet() == 1) {
                store().killIdleSessions();
            }
            addOne(t, B);
            return true;
        });

        assertEquals(2, attempts.get());
        assertEquals(101, read(ACCOUNT).cents());
        assertEquals(101, read(B).cents());
    }

    @ConcurrencyTest
    void ROW_6_a_busy_row_is_not_asked_for_again() {
        openBoth();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        closeAtEnd(Holder.holding(crew(), other.adapter(), other.accounts(), ACCOUNT));
        AtomicInteger attempts = new AtomicInteger();

        StoreFailure failure = assertThrows(
                StoreFailure.class,
                () -> rows().retrying(QUICK).run(LIMIT, t -> {
                    attempts.incrementAndGet();
                    return t.lock(node().accounts(), ACCOUNT, LockWait.noWait());
                }));

        assertEquals(FailureKind.CONTENTION, failure.kind());
        assertEquals(1, attempts.get());
    }

    @Test
    void ROW_6_a_commit_whose_outcome_is_unknown_is_not_run_again() {
        requires(Feature.CONNECTIONS);
        openBoth();
        AtomicInteger attempts = new AtomicInteger();
        steps.order(Step.COMMIT, () -> store().killIdleSessions());

        StoreFailure failure = assertThrows(
                StoreFailure.class,
                () -> rows().retrying(QUICK).run(LIMIT, t -> {
                    attempts.incrementAndGet();
                    addOne(t, ACCOUNT);
                    return true;
                }));

        assertEquals(Phase.COMMIT, failure.phase());
        assertTrue(failure.outcomeUnknown());
        assertEquals(1, attempts.get());
    }

    @ConcurrencyTest
    void ROW_6_joined_work_shares_its_callers_fate_and_is_not_run_again() {
        requires(Feature.JOINING, Feature.ROW_LOCKS);
        openBoth();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        AtomicInteger attempts = new AtomicInteger();
        Transactions joined = rows().retrying(QUICK).joined();

        assertTrue(node().inCallersTransaction(
                        Isolation.READ_COMMITTED,
                        () -> joined.run(LIMIT, t -> {
                            addOne(t, ACCOUNT);
                            return true;
                        })));
        assertEquals(101, read(ACCOUNT).cents());

        closeAtEnd(Holder.holding(crew(), other.adapter(), other.accounts(), B));
        assertThrows(
                StoreFailure.class,
                () -> node().inCallersTransaction(
                                Isolation.READ_COMMITTED,
                                () -> joined.run(LIMIT, t -> {
                                    attempts.incrementAndGet();
                                    addOne(t, ACCOUNT);
                                    return t.lock(node().accounts(), B, LockWait.noWait());
                                })));
        assertEquals(1, attempts.get());
        assertEquals(101, read(ACCOUNT).cents(), "the caller's transaction was rolled back");
    }

    @ConcurrencyTest
    void ROW_6_of_two_that_insert_the_same_row_the_second_finds_it_when_run_again() {
        requires(Feature.ROW_LOCKS);
        node();
        CyclicBarrier bothFoundNone = new CyclicBarrier(2);

        crew().atOnce(2, i -> {
            AtomicInteger own = new AtomicInteger();
            return rows().retrying(QUICK).run(LIMIT, t -> {
                var found = t.read(node().accounts(), ACCOUNT);
                if (own.incrementAndGet() == 1) {
                    Crew.awaitAll(bothFoundNone);
                }
                if (found.isPresent()) {
                    addOne(t, ACCOUNT);
                } else {
                    t.insert(node().accounts(), new Account(ACCOUNT, Revision.FIRST, 1));
                }
                return i;
            });
        });

        assertEquals(2, read(ACCOUNT).cents());
    }

    @Test
    void ROW_6_a_row_that_is_there_is_not_inserted_again() {
        openBoth();
        StoreFailure failure = assertThrows(
                StoreFailure.class,
                () -> rows().retrying(QUICK).run(LIMIT, t -> {
                    t.insert(node().accounts(), new Account(ACCOUNT, Revision.FIRST, 1));
                    return true;
                }));
        assertEquals(FailureKind.DUPLICATE_AGGREGATE, failure.kind());
        assertEquals(1, failure.getSuppressed().length, "it was looked at afresh once");
        assertEquals(100, read(ACCOUNT).cents());
    }

    private void addOne(Transactions.Transaction transaction, Subject id) {
        Account account =
                transaction.lock(node().accounts(), id, LONG).fold(found -> found, () -> fail(id), () -> fail(id));
        Account next = new Account(id, account.revision().next(), account.cents() + 1);
        assertTrue(transaction.update(node().accounts(), account, next));
    }

    private static Account fail(Subject id) {
        throw new AssertionError("account " + id + " was to be locked");
    }

    private void openBoth() {
        accounts().open(op("open-a"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-b"), OWNER, B, 100).orElseThrow();
    }

    private Transactions rows() {
        return Transactions.over(node().adapter());
    }

    private Account read(Subject account) {
        return rows().run(LIMIT, r -> r.read(node().accounts(), account).orElseThrow());
    }
}
