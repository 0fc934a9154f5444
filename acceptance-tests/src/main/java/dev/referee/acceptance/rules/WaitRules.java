package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Steps;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Waiting for an aggregate that somebody else holds. */
public abstract class WaitRules extends Rules {

    private static final Duration TOLERANCE = Duration.ofMillis(250);

    /** A wait may end early by the rounding of the server's timer. */
    private static final Duration ROUNDING = Duration.ofMillis(20);

    @ConcurrencyTest
    void CMD_17_one_waiter_is_told_busy_after_the_asked_time_and_goes_on_with_its_connection() {
        Steps own = new Steps();
        Node small = newNode(NodeOptions.DEFAULT.steps(own).poolSize(1));
        for (Duration limit : List.of(Duration.ofMillis(150), Duration.ofMillis(400), Duration.ofMillis(1_100))) {
            String name = "w-" + limit.toMillis();
            AccountDesk desk = desk(small, limit);
            Snapshot before = withFreshAccount();
            Revision revision = current();
            int begun = own.seen(Step.BEGIN);
            try (Holder holder = hold()) {
                holder.awaitHeld();
                Duration took = busy(() -> desk.withdraw(op(name), OWNER, ACCOUNT, revision, 1));

                assertWithin(limit, took);
                assertEquals(1, own.seen(Step.BEGIN) - begun, "it is not retried");
                assertNothingWritten(before);
            }
            assertApplied(desk.withdraw(op(name), OWNER, ACCOUNT, revision, 1));
            assertEffects(1, before);
        }
    }

    @ConcurrencyTest
    void CMD_17_a_queue_of_waiters_is_told_busy_all_at_the_asked_time() {
        Duration limit = Duration.ofMillis(500);
        AccountDesk desk = desk(node(), limit);
        Snapshot before = withFreshAccount();
        Revision revision = current();
        // The time to make connections is not part of the wait: all five are made before.
        CyclicBarrier connected = new CyclicBarrier(5);
        steps.always(Step.BEGIN, () -> Crew.awaitAll(connected));
        crew().atOnce(5, i -> desk.withdraw(op("warm-up-" + i), OWNER, ACCOUNT, Revision.NONE, 1));
        steps.clear();
        try (Holder holder = hold()) {
            holder.awaitHeld();
            List<Duration> took =
                    crew().atOnce(5, i -> busy(() -> desk.withdraw(op("w-" + i), OWNER, ACCOUNT, revision, 1)));

            took.forEach(each -> assertWithin(limit, each));
            assertNothingWritten(before);
        }
        assertApplied(desk.withdraw(op("w-0"), OWNER, ACCOUNT, revision, 1));
    }

    @ConcurrencyTest
    void CMD_17_a_change_of_holder_does_not_lengthen_the_wait() {
        Duration limit = Duration.ofSeconds(1);
        AccountDesk desk = desk(node(), limit);
        Snapshot before = withFreshAccount();
        Revision revision = current();
        Node others = newNode(NodeOptions.DEFAULT);
        Holder first = Holder.holding(crew(), others.adapter(), others.accounts(), ACCOUNT);
        try (Holder second = Holder.waiting(crew(), others.adapter(), others.accounts(), ACCOUNT)) {
            awaitBlocked(1);
            Future<Duration> took =
                    crew().start(() -> busyOrApplied(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, revision, 1)));
            awaitBlocked(2);
            long halfWay = System.nanoTime() + limit.toNanos() / 2;
            Await.until("half of the wait is over", () -> System.nanoTime() - halfWay > 0);
            first.close();
            second.awaitHeld();

            Duration wait = Crew.join(took);
            assertTrue(wait.compareTo(limit.plus(TOLERANCE)) <= 0, () -> "asked for " + limit + ", took " + wait);
        }
        desk.withdraw(op("w"), OWNER, ACCOUNT, revision, 1).orElseThrow();
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_17_a_wait_that_ends_in_time_ends_in_an_answer() {
        AccountDesk desk = desk(node(), Duration.ofSeconds(20));
        withFreshAccount();
        Revision revision = current();
        Holder holder = hold().awaitHeld();

        var answer = crew().start(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, revision, 1));
        awaitBlocked(1);
        holder.close();

        assertApplied(Crew.join(answer));
        assertTrue(observed.waits().stream().anyMatch(wait -> wait.compareTo(Duration.ZERO) > 0));
    }

    @ConcurrencyTest
    void CMD_17_other_aggregates_are_not_waited_for() {
        requires(Feature.ROW_LOCKS);
        AccountDesk desk = desk(node(), Duration.ofMillis(500));
        withFreshAccount();
        try (Holder holder = hold()) {
            holder.awaitHeld();
            var other = new Subject("a-2");
            assertApplied(desk.open(op("open-2"), OWNER, other, 100));
            assertApplied(desk.withdraw(op("w"), OWNER, other, Revision.FIRST, 1));
        }
    }

    private AccountDesk desk(Node node, Duration lockWait) {
        return new AccountDesk(
                CommandEngine.over(node.adapter())
                        .observer(observed)
                        .lockWait(lockWait)
                        .build(),
                node.accounts());
    }

    /** Opens the account if it is not there, and gives what is stored then. */
    private Snapshot withFreshAccount() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        return snapshot();
    }

    private Revision current() {
        try (var unit = node().adapter().unitsOfWork().begin(Duration.ofSeconds(5))) {
            return unit.read(node().accounts(), ACCOUNT).orElseThrow().revision();
        }
    }

    private Holder hold() {
        return Holder.waiting(crew(), node().adapter(), node().accounts(), ACCOUNT);
    }

    private static Duration busy(Runnable command) {
        long started = System.nanoTime();
        RuntimeException failure = assertThrows(RuntimeException.class, command::run);
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        assertInstanceOf(CaseBusy.class, failure);
        return took;
    }

    /** Not every engine serves its waiters in the order in which they came. */
    private static Duration busyOrApplied(Supplier<Outcome> command) {
        long started = System.nanoTime();
        try {
            assertApplied(command.get());
        } catch (CaseBusy busy) {
            return Duration.ofNanos(System.nanoTime() - started);
        }
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private static void assertWithin(Duration limit, Duration took) {
        assertTrue(took.compareTo(limit.minus(ROUNDING)) >= 0, () -> "asked for " + limit + ", ended after " + took);
        assertTrue(took.compareTo(limit.plus(TOLERANCE)) <= 0, () -> "asked for " + limit + ", ended after " + took);
    }
}
