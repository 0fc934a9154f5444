package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Locks on single rows and on several. */
public abstract class RowLockRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final LockWait LONG = LockWait.upTo(LIMIT);
    private static final Duration TOLERANCE = Duration.ofMillis(250);
    private static final Subject A1 = new Subject("a-1");
    private static final Subject A2 = new Subject("a-2");
    private static final Subject A3 = new Subject("a-3");
    private static final Subject A4 = new Subject("a-4");
    private static final List<Subject> ALL = List.of(A1, A2, A3, A4);

    @ConcurrencyTest
    void ROW_1_the_second_locker_waits_and_reads_what_the_first_committed() {
        openAll();
        Account first = read(A1);
        Snapshot before = snapshot();
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<Boolean> writer = crew().start(() -> rows().run(LIMIT, r -> {
            r.lock(node().accounts(), A1, LONG);
            return r.update(node().accounts(), first, new Account(A1, new Revision(2), 55));
        }));
        commit.awaitReached();

        Future<LockAnswer<Account>> second = crew().start(() -> ask(node(), A1, LONG));
        awaitBlocked(second);
        assertNothingWritten(before);
        if (has(Feature.ROW_LOCKS)) {
            // Where a single lock is all there is, a transaction that may go on to write waits for it before it reads.
            assertEquals(100, read(A1).cents(), "what is not committed is not seen");
        }
        commit.release();

        assertTrue(Crew.join(writer));
        assertEquals(new LockAnswer.Locked<>(new Account(A1, new Revision(2), 55)), Crew.join(second));
    }

    @ConcurrencyTest
    void ROW_2_no_wait_answers_busy_at_once() {
        requires(Feature.NO_WAIT);
        openAll();
        Holder holder = hold(A1);

        assertBusyWithin(Duration.ZERO, LockWait.noWait());
        LockAnswer<Account> other = ask(node(), A2, LockWait.noWait());
        assertEquals(has(Feature.ROW_LOCKS), other instanceof LockAnswer.Locked, other::toString);
        holder.close();
        assertInstanceOf(LockAnswer.Locked.class, ask(node(), A1, LockWait.noWait()));
    }

    @ConcurrencyTest
    void ROW_2_a_timed_wait_answers_busy_after_the_asked_time() {
        requires(Feature.TIMED_LOCK_WAIT);
        openAll();
        // The first use of a connection and of its classes is not what is measured.
        ask(node(), A1, LockWait.upTo(Duration.ofMillis(100)));
        Holder holder = hold(A1);

        for (int millis : List.of(60, 300, 1_250)) {
            assertBusyWithin(Duration.ofMillis(millis), LockWait.upTo(Duration.ofMillis(millis)));
        }
        holder.close();
        assertInstanceOf(LockAnswer.Locked.class, ask(node(), A1, LockWait.upTo(Duration.ofMillis(60))));
    }

    private void assertBusyWithin(Duration asked, LockWait wait) {
        long before = System.nanoTime();
        LockAnswer<Account> answer = ask(node(), A1, wait);
        Duration took = Duration.ofNanos(System.nanoTime() - before);

        assertEquals(new LockAnswer.Busy<Account>(), answer);
        // A server's timer may tick a little before ours.
        assertTrue(took.plusMillis(5).compareTo(asked) >= 0, () -> "asked for " + asked + ", answered after " + took);
        assertTrue(took.compareTo(asked.plus(TOLERANCE)) <= 0, () -> "asked for " + asked + ", answered after " + took);
    }

    @Test
    void ROW_2_skip_returns_the_unlocked_rest() {
        requires(Feature.SKIP_LOCKED);
        openAll();
        Subject absent = new Subject("a-none");
        List<Subject> asked = new ArrayList<>(ALL);
        asked.add(absent);
        hold(A2);
        hold(A3);

        SortedMap<Subject, LockAnswer<Account>> answers = rows().run(LIMIT, r -> {
            SortedMap<Subject, LockAnswer<Account>> found = r.lockAll(node().accounts(), asked, LockWait.skip());
            for (Account account : Transactions.Transaction.locked(found)) {
                Account next = new Account(account.id(), account.revision().next(), account.cents() + 1);
                assertTrue(r.update(node().accounts(), account, next));
            }
            return found;
        });

        assertEquals(
                List.of(A1, A4),
                Transactions.Transaction.locked(answers).stream()
                        .map(Account::id)
                        .toList());
        assertEquals(new LockAnswer.Busy<Account>(), answers.get(A2));
        assertEquals(new LockAnswer.Busy<Account>(), answers.get(A3));
        assertEquals(new LockAnswer.Absent<Account>(), answers.get(absent));
        assertEquals(
                List.of(101L, 100L, 100L, 101L),
                ALL.stream().map(id -> read(id).cents()).toList());
    }

    @ConcurrencyTest
    void ROW_3_a_lock_ends_with_commit() {
        openAll();
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<Boolean> first = crew().start(() -> rows().run(LIMIT, r -> {
            r.lock(node().accounts(), A1, LONG);
            return true;
        }));
        commit.awaitReached();
        Future<LockAnswer<Account>> second = crew().start(() -> ask(node(), A1, LONG));
        awaitBlocked(second);
        commit.release();

        assertTrue(Crew.join(first));
        assertInstanceOf(LockAnswer.Locked.class, Crew.join(second));
    }

    @ConcurrencyTest
    void ROW_3_a_lock_ends_with_rollback() {
        openAll();
        Holder holder = hold(A1);
        Future<LockAnswer<Account>> second = crew().start(() -> ask(node(), A1, LONG));
        awaitBlocked(second);
        holder.close();

        assertInstanceOf(LockAnswer.Locked.class, Crew.join(second));
    }

    @ConcurrencyTest
    void ROW_3_a_lock_ends_with_the_connection_of_its_holder() {
        requires(Feature.CONNECTIONS);
        openAll();
        try (RawSession holder = store().rawSession()) {
            holder.lockAccount(A1);
            Future<LockAnswer<Account>> second = crew().start(() -> ask(node(), A1, LONG));
            awaitBlocked(second);
            holder.kill();

            assertInstanceOf(LockAnswer.Locked.class, Crew.join(second));
        }
    }

    @ConcurrencyTest
    void ROW_3_a_lock_ends_when_the_server_ends_the_session_of_its_holder() {
        requires(Feature.CONNECTIONS);
        openAll();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Holder holder = Holder.holding(crew(), other.adapter(), other.accounts(), A1);
        Future<LockAnswer<Account>> second = crew().start(() -> ask(node(), A1, LONG));
        awaitBlocked(second);
        store().killIdleSessions();

        assertInstanceOf(LockAnswer.Locked.class, Crew.join(second));
        holder.close();
        assertInstanceOf(LockAnswer.Locked.class, ask(other, A1, LONG), "the dead connection did not go back");
    }

    @Test
    void ROW_4_to_lock_an_absent_row_says_absent() {
        node();
        for (LockWait wait : List.of(LONG, LockWait.noWait(), LockWait.skip())) {
            assertEquals(new LockAnswer.Absent<Account>(), ask(node(), A1, wait));
        }
    }

    @ConcurrencyTest
    void ROW_4_two_that_found_neighbouring_rows_absent_both_insert() {
        requires(Feature.ROW_LOCKS);
        assertBothGoOn(A2, A3);
    }

    @ConcurrencyTest
    void ROW_4_two_that_found_absent_rows_between_others_both_insert() {
        requires(Feature.ROW_LOCKS);
        accounts().open(op("open-1"), OWNER, A1, 100).orElseThrow();
        accounts().open(op("open-4"), OWNER, A4, 100).orElseThrow();

        assertBothGoOn(A3, A2);
    }

    private void assertBothGoOn(Subject one, Subject other) {
        node();
        Stop first = steps.stopAt(Step.WRITE_AGGREGATE);
        Stop second = steps.stopAt(Step.WRITE_AGGREGATE);
        Future<Outcome> a = crew().start(() -> accounts().open(op("open-a"), OWNER, one, 1));
        first.awaitReached();
        Future<Outcome> b = crew().start(() -> accounts().open(op("open-b"), OWNER, other, 1));
        second.awaitReached();
        first.release();
        second.release();

        assertApplied(Crew.join(a));
        assertApplied(Crew.join(b));
        assertEquals(List.of(), observed.retries(), "neither was a deadlock's victim");
    }

    @ConcurrencyTest
    void ROW_4_of_two_that_found_the_same_row_absent_one_inserts_it() {
        requires(Feature.ROW_LOCKS);
        node();
        Stop first = steps.stopAt(Step.WRITE_AGGREGATE);
        Stop second = steps.stopAt(Step.WRITE_AGGREGATE);
        Future<Outcome> a = crew().start(() -> accounts().open(op("open-a"), OWNER, A1, 1));
        Future<Outcome> b = crew().start(() -> accounts().open(op("open-b"), OWNER, A1, 1));
        first.awaitReached();
        second.awaitReached();
        first.release();
        second.release();

        boolean aApplied = Crew.join(a) instanceof Outcome.Applied;
        boolean bApplied = Crew.join(b) instanceof Outcome.Applied;
        assertTrue(aApplied != bApplied, "one of the two");
    }

    @ConcurrencyTest
    void ROW_5_rows_are_locked_in_the_order_of_their_keys() {
        requires(Feature.ROW_LOCKS);
        openAll();
        Holder holder = hold(A2);
        Future<List<Account>> many = crew().start(() -> rows().run(
                        LIMIT,
                        r -> Transactions.Transaction.locked(
                                r.lockAll(node().accounts(), List.of(A4, A1, A3, A2), LONG))));
        awaitBlocked(many);

        assertEquals(new LockAnswer.Busy<Account>(), ask(node(), A1, LockWait.noWait()), "a-1 comes before a-2");
        assertInstanceOf(LockAnswer.Locked.class, ask(node(), A3, LockWait.noWait()), "a-3 comes after a-2");
        assertInstanceOf(LockAnswer.Locked.class, ask(node(), A4, LockWait.noWait()), "a-4 comes after a-2");
        holder.close();
        assertEquals(ALL, Crew.join(many).stream().map(Account::id).toList());
    }

    @ConcurrencyTest
    void ROW_5_many_that_lock_the_same_rows_in_any_order_never_deadlock() {
        openAll();
        int threads = 8;

        crew().atOnce(threads, i -> {
            List<Subject> order = new ArrayList<>(ALL);
            Collections.shuffle(order, new Random(i));
            return rows().run(LIMIT, r -> {
                for (Account account : Transactions.Transaction.locked(r.lockAll(node().accounts(), order, LONG))) {
                    r.update(
                            node().accounts(),
                            account,
                            new Account(account.id(), account.revision().next(), account.cents() + 1));
                }
                return i;
            });
        });

        ALL.forEach(id -> assertEquals(100 + threads, read(id).cents()));
    }

    private void openAll() {
        ALL.forEach(id -> accounts().open(op("open-" + id), OWNER, id, 100).orElseThrow());
    }

    private Holder hold(Subject account) {
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        return closeAtEnd(Holder.holding(crew(), other.adapter(), other.accounts(), account));
    }

    private Transactions rows() {
        return Transactions.over(node().adapter());
    }

    private Account read(Subject account) {
        return rows().run(LIMIT, r -> r.read(node().accounts(), account).orElseThrow());
    }

    /** Asks for one lock in a transaction of its own, which is rolled back. */
    private static LockAnswer<Account> ask(Node on, Subject account, LockWait wait) {
        try (UnitOfWork unit = on.adapter().unitsOfWork().begin(LIMIT)) {
            return unit.lock(on.accounts(), account, wait, Set.of()).answer();
        }
    }
}
