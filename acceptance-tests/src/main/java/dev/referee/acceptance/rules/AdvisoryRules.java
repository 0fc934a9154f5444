package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.BareStore;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.SchemaOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Locks on names. */
public abstract class AdvisoryRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration TOLERANCE = Duration.ofMillis(250);

    /** A server may look for circles of waiters once in a second only. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final LockName ONE = new LockName("refund of order 17");
    private static final LockName OTHER = new LockName("refund of order 18");

    @ConcurrencyTest
    void ADV_1_a_name_has_one_holder_across_connections() {
        Holder holder = hold(ONE);
        Future<Boolean> waiting = crew().start(() -> locks(node(), ONE));
        awaitBlocked(waiting);
        assertFalse(tries(node(), ONE));
        assertEquals(has(Feature.ROW_LOCKS), tries(node(), OTHER), "another name is free, unless all share one lock");
        holder.close();

        assertTrue(Crew.join(waiting));
    }

    @ConcurrencyTest
    void ADV_1_many_hold_a_name_one_after_the_other() {
        Transactions transactions = transactions();
        AtomicInteger inside = new AtomicInteger();
        List<Integer> met = new CopyOnWriteArrayList<>();

        crew().atOnce(8, i -> {
            for (int round = 0; round < 5; round++) {
                transactions.run(LIMIT, t -> {
                    assertTrue(t.lock(ONE, LIMIT));
                    met.add(inside.incrementAndGet());
                    return inside.decrementAndGet();
                });
            }
            return i;
        });

        assertEquals(40, met.size());
        assertEquals(List.of(1), met.stream().distinct().toList(), "how many were inside");
    }

    @ConcurrencyTest
    void ADV_2_try_answers_at_once_and_the_transaction_goes_on() {
        requires(Feature.ROW_LOCKS);
        open(ACCOUNT);
        assertTrue(tries(node(), ONE));
        Holder holder = hold(ONE);

        long cents = transactions().run(LIMIT, t -> {
            long before = System.nanoTime();
            assertFalse(t.tryLock(ONE));
            Duration took = Duration.ofNanos(System.nanoTime() - before);
            assertTrue(took.compareTo(TOLERANCE) <= 0, () -> "answered after " + took);
            deposit(t, ACCOUNT);
            assertFalse(t.tryLock(ONE));
            assertTrue(t.tryLock(OTHER));
            holder.close();
            assertTrue(t.tryLock(ONE));
            return t.read(node().accounts(), ACCOUNT).orElseThrow().cents();
        });

        assertEquals(101, cents);
        assertEquals(101, read(ACCOUNT).cents(), "it was committed");
    }

    @ConcurrencyTest
    void ADV_2_a_timed_wait_answers_after_the_asked_time_and_then_nothing_is_committed() {
        requires(Feature.TIMED_LOCK_WAIT);
        open(ACCOUNT);
        // The first use of a connection and of its classes is not what is measured.
        locks(node(), ONE);
        tries(node(), ONE);
        Snapshot before = snapshot();
        Holder holder = hold(ONE);
        for (int millis : List.of(60, 300, 1_250)) {
            Duration asked = Duration.ofMillis(millis);
            StoreFailure failure = assertThrows(
                    StoreFailure.class,
                    () -> transactions().run(LIMIT, t -> {
                        if (has(Feature.ROW_LOCKS)) {
                            deposit(t, ACCOUNT);
                        }
                        long started = System.nanoTime();
                        assertFalse(t.lock(ONE, asked));
                        Duration took = Duration.ofNanos(System.nanoTime() - started);
                        // A server's timer may tick a little before ours.
                        assertTrue(took.plusMillis(5).compareTo(asked) >= 0, () -> asked + " ended after " + took);
                        assertTrue(took.compareTo(asked.plus(TOLERANCE)) <= 0, () -> asked + " ended after " + took);
                        return took;
                    }));
            assertEquals(FailureKind.CONTENTION, failure.kind());
        }
        assertNothingWritten(before);
        holder.close();
        assertTrue(locks(node(), ONE));
    }

    @Test
    void ADV_2_absurd_times_are_refused_before_the_store_is_asked() {
        transactions().run(LIMIT, t -> {
            for (Duration absurd : List.of(
                    Duration.ZERO,
                    Duration.ofSeconds(-1),
                    Duration.ofNanos(1),
                    Duration.ofMinutes(10).plusMillis(1))) {
                assertThrows(IllegalArgumentException.class, () -> t.lock(ONE, absurd), absurd::toString);
            }
            return t.tryLock(ONE);
        });
    }

    @ConcurrencyTest
    void ADV_2_an_observer_is_told_of_waits_and_of_busy_names() {
        List<String> told = new CopyOnWriteArrayList<>();
        LockObserver observer = new LockObserver() {
            @Override
            public void waited(LockKind kind, Duration waited) {
                told.add("waited " + kind);
            }

            @Override
            public void busy(LockKind kind) {
                told.add("busy " + kind);
            }
        };
        hold(ONE);
        transactions().observedBy(observer).run(LIMIT, t -> t.tryLock(OTHER) && t.tryLock(ONE));

        List<String> expected = has(Feature.ROW_LOCKS)
                ? List.of("waited ADVISORY", "waited ADVISORY", "busy ADVISORY")
                // All names share one lock.
                : List.of("waited ADVISORY", "busy ADVISORY");
        assertEquals(expected, told);
    }

    @ConcurrencyTest
    void ADV_4_names_differ_by_every_byte() {
        requires(Feature.ROW_LOCKS);
        String smile = new String(Character.toChars(0x1F600));
        String frown = new String(Character.toChars(0x1F641));
        List<LockName> names = List.of(
                new LockName("Key"),
                new LockName("key"),
                new LockName("key "),
                new LockName(" key"),
                new LockName("k\u00e9y"),
                new LockName("ke\u0301y"),
                new LockName("k\u00c9y"),
                new LockName("stra\u00dfe"),
                new LockName("strasse"),
                new LockName("k".repeat(64)),
                new LockName("k".repeat(65)),
                new LockName("k".repeat(64) + "K"),
                new LockName(smile.repeat(50)),
                new LockName(smile.repeat(49) + frown));
        Node others = newNode(NodeOptions.DEFAULT.poolSize(1));
        for (LockName held : names) {
            try (Holder holder = Holder.holding(crew(), others.adapter(), held)) {
                holder.awaitHeld();
                List<LockName> free = transactions()
                        .run(LIMIT, t -> names.stream().filter(t::tryLock).toList());
                List<LockName> rest = new ArrayList<>(names);
                rest.remove(held);
                assertEquals(rest, free, "free beside " + held);
            }
        }
    }

    @ConcurrencyTest
    void ADV_4_schemas_and_prefixes_have_names_of_their_own() {
        requires(Feature.SCHEMA, Feature.SCHEMA_NAMES);
        BareStore bare = closeAtEnd(fixture().openBare());
        List<Node> apart = List.of(
                closeAtEnd(bare.open(SchemaOptions.DEFAULT)),
                closeAtEnd(bare.open(SchemaOptions.DEFAULT.named("tenant_a", "a_"))),
                closeAtEnd(bare.open(SchemaOptions.DEFAULT.named("tenant_a", "b_"))),
                closeAtEnd(bare.open(SchemaOptions.DEFAULT.named("tenant_b", "a_"))));
        Node same = closeAtEnd(bare.open(SchemaOptions.DEFAULT.named("tenant_a", "a_")));
        try (Holder holder = Holder.holding(crew(), apart.get(1).adapter(), ONE)) {
            holder.awaitHeld();
            assertEquals(
                    List.of(true, false, true, true),
                    apart.stream().map(node -> tries(node, ONE)).toList());
            assertFalse(tries(same, ONE), "the same schema and prefix");
        }
    }

    @Test
    void ADV_5_taking_a_name_again_succeeds() {
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        transactions().run(LIMIT, t -> {
            assertTrue(t.lock(ONE, LIMIT));
            assertTrue(t.lock(ONE, LIMIT));
            assertTrue(t.tryLock(ONE));
            assertTrue(t.tryLock(OTHER));
            assertTrue(t.lock(OTHER, LIMIT));
            assertFalse(Crew.join(crew().start(() -> tries(other, ONE))));
            return t.lock(ONE, LIMIT);
        });

        assertTrue(tries(other, ONE), "it was given back as often as it was taken");
        assertTrue(tries(other, OTHER));
    }

    @ConcurrencyTest
    void ADV_6_two_names_in_opposite_order_give_a_retryable_failure_and_not_a_hang() {
        requires(Feature.DEADLOCK_DETECTION);
        Transactions transactions = transactions();
        CyclicBarrier both = new CyclicBarrier(2);
        List<LockName> names = List.of(ONE, OTHER);
        long started = System.nanoTime();

        List<Optional<StoreFailure>> ends = crew().atOnce(
                        2,
                        i -> failureOf(() -> transactions.run(LIMIT, t -> {
                            assertTrue(t.lock(names.get(i), LIMIT));
                            Crew.awaitAll(both);
                            assertTrue(t.lock(names.get(1 - i), LIMIT));
                            return i;
                        })));

        Duration took = Duration.ofNanos(System.nanoTime() - started);
        assertTrue(took.compareTo(SOON) <= 0, () -> "took " + took);
        List<FailureKind> failures =
                ends.stream().flatMap(Optional::stream).map(StoreFailure::kind).toList();
        // The servers of this family let each waiter look for circles itself; two that look at once may both give way.
        boolean bothMay = Set.of("MySQL", "MariaDB")
                .contains(node().adapter().capabilities().engine());
        assertTrue(failures.size() == 1 || (bothMay && failures.size() == 2), failures::toString);
        assertEquals(Set.of(FailureKind.CONTENTION), Set.copyOf(failures));
        transactions.run(LIMIT, t -> t.lock(ONE, LIMIT) && t.lock(OTHER, LIMIT));
    }

    @ConcurrencyTest
    void ADV_6_a_name_and_a_row_in_opposite_order_end_with_the_shorter_wait_at_the_latest() {
        requires(Feature.ROW_LOCKS);
        open(ACCOUNT);
        Transactions transactions = transactions();
        CyclicBarrier both = new CyclicBarrier(2);
        Duration shorter = Duration.ofSeconds(3);
        long started = System.nanoTime();

        Future<Optional<StoreFailure>> nameFirst = crew().start(() -> failureOf(() -> transactions.run(LIMIT, t -> {
            assertTrue(t.lock(ONE, LIMIT));
            Crew.awaitAll(both);
            return t.lock(node().accounts(), ACCOUNT, LockWait.upTo(shorter));
        })));
        Future<Optional<StoreFailure>> rowFirst = crew().start(() -> failureOf(() -> transactions.run(LIMIT, t -> {
            t.lock(node().accounts(), ACCOUNT, LockWait.upTo(LIMIT));
            Crew.awaitAll(both);
            return t.lock(ONE, LIMIT);
        })));

        List<FailureKind> failures = Crew.join(List.of(nameFirst, rowFirst)).stream()
                .flatMap(Optional::stream)
                .map(StoreFailure::kind)
                .toList();
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        assertEquals(List.of(FailureKind.CONTENTION), failures, "one of the two");
        assertTrue(took.compareTo(shorter.plusSeconds(1)) <= 0, () -> "took " + took);
    }

    @Test
    void ADV_7_an_engine_without_such_locks_says_what_is_locked_in_their_place() {
        node().adapter().capabilities().whyNot(Feature.ADVISORY_LOCKS).ifPresent(reason -> {
            assertTrue(reason.contains("row") || reason.contains("lock"), reason);
            assertTrue(reason.endsWith("."), reason);
        });
        assertTrue(tries(node(), ONE), "and locks all the same");
    }

    @Test
    void ADV_7_a_lock_leaves_no_row_behind() throws Throwable {
        node();
        writesNothing(() -> {
            for (int i = 0; i < 20; i++) {
                assertTrue(locks(node(), new LockName("name " + i)));
            }
        });
    }

    private Transactions transactions() {
        return Transactions.over(node().adapter());
    }

    private Holder hold(LockName name) {
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        return closeAtEnd(Holder.holding(crew(), other.adapter(), name));
    }

    private static boolean tries(Node on, LockName name) {
        return Transactions.over(on.adapter()).run(LIMIT, t -> t.tryLock(name));
    }

    private static boolean locks(Node on, LockName name) {
        return Transactions.over(on.adapter()).run(LIMIT, t -> t.lock(name, LIMIT));
    }

    private static Optional<StoreFailure> failureOf(Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (StoreFailure failure) {
            return Optional.of(failure);
        }
    }

    private void open(Subject account) {
        accounts().open(op("open-" + account), OWNER, account, 100).orElseThrow();
    }

    private void deposit(Transactions.Transaction t, Subject account) {
        Account before = t.read(node().accounts(), account).orElseThrow();
        assertTrue(t.update(
                node().accounts(),
                before,
                new Account(account, before.revision().next(), before.cents() + 1)));
    }

    private Account read(Subject account) {
        return transactions().run(LIMIT, t -> t.read(node().accounts(), account).orElseThrow());
    }
}
