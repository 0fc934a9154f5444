package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.CountedLeases;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.VirtualThreads;
import dev.referee.application.lock.Fence;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.LeaseLost;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who has a lease, for how long, and who is told so. */
public abstract class LeaseRules extends LeaseTools {

    @Test
    void LEASE_1_a_stale_token_changes_nothing_and_is_told_so() {
        Token first = Token.random();
        Token second = Token.random();
        fenceOf(first);
        store().expireLease(NAME);
        fenceOf(second);
        LeaseHolder successor = holder().orElseThrow();

        writingNothing(() -> {
            assertFalse(leaseStore().release(NAME, first), "released by a stale token");
            assertFalse(leaseStore().renew(NAME, first, HOUR), "renewed by a stale token");
            assertInstanceOf(
                    LeaseAnswer.Held.class, leaseStore().acquire(NAME, first, "late", HOUR), "taken by a stale token");
            return true;
        });

        assertEquals(Optional.of(successor), holder(), "the successor keeps it");
        assertTrue(leaseStore().release(NAME, second));
    }

    @Test
    void LEASE_1_a_handle_whose_lease_somebody_else_has_changes_nothing_and_says_so() {
        Lease first = taken(leases(), LONG);
        store().expireLease(NAME);
        Lease second = taken(leases(), LONG);
        LeaseHolder successor = holder().orElseThrow();

        assertFalse(first.renew(LONG));
        assertFalse(first.release());
        assertFalse(first.isHeld());

        assertEquals(Optional.of(successor), holder());
        assertTrue(second.renew(LONG));
        assertTrue(second.release());
        Await.until("the loss is told", () -> !losses.lost().isEmpty());
        assertEquals(List.of(NAME), losses.lost());
    }

    @Test
    void LEASE_1_what_is_over_is_neither_renewed_nor_released_though_nobody_took_it() {
        Token token = Token.random();
        fenceOf(token);
        store().expireLease(NAME);

        writingNothing(() -> {
            assertFalse(leaseStore().renew(NAME, token, HOUR), "a lease that was over was renewed");
            assertFalse(leaseStore().release(NAME, token), "a lease that was over was released");
            return true;
        });

        assertEquals(Optional.empty(), holder());
    }

    @Test
    void LEASE_1_the_holders_own_token_is_given_its_lease_again_with_the_same_fence() {
        Token token = Token.random();
        long fence = granted(leaseStore().acquire(NAME, token, "first", LeaseTime.of(Duration.ofMinutes(10))));

        long again = granted(leaseStore().acquire(NAME, token, "again", HOUR));

        assertEquals(fence, again);
        assertEquals("again", holder().orElseThrow().holder());
        assertTrue(leaseStore().release(NAME, token));
        assertTrue(fenceOf(token) > fence, "after its release it is a new acquisition");
        store().expireLease(NAME);
        assertTrue(fenceOf(token) > fence + 1, "after its end it is a new acquisition");
    }

    @Test
    void LEASE_1_names_differ_by_every_byte() {
        String longest = "n".repeat(LockName.MAX_BYTES - 1);
        List<String> names = List.of(
                "name",
                "Name",
                "name ",
                " name",
                "namé",
                "name\u0301",
                "\u00E9".repeat(100),
                longest + "a",
                longest + "b");
        Leases leases = leases();

        List<Lease> held = names.stream()
                .map(name -> taken(leases, new LockName(name), LONG))
                .toList();

        assertEquals(
                names.stream().map(LockName::new).sorted().toList(),
                leases.holders(100).stream().map(LeaseHolder::name).toList());
        held.forEach(lease -> assertTrue(lease.release()));
        assertEquals(List.of(), leases.holders(100));
    }

    @Test
    void LEASE_1_what_is_malformed_is_refused_before_the_store_is_asked() {
        Leases leases = leases();
        for (Duration time : List.of(
                Duration.ZERO,
                Duration.ofMillis(-1),
                Duration.ofMillis(49),
                Duration.ofHours(24).plusMillis(1))) {
            assertThrows(IllegalArgumentException.class, () -> leases.tryAcquire(NAME, time), time::toString);
        }
        for (Duration wait : List.of(Duration.ofMillis(-1), Leases.LONGEST_WAIT.plusMillis(1))) {
            assertThrows(IllegalArgumentException.class, () -> leases.acquire(NAME, LONG, wait), wait::toString);
        }
        Lease lease = taken(leases, LONG);
        assertThrows(IllegalArgumentException.class, () -> lease.renew(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> lease.keepAlive(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> lease.keepAlive(Lease.LONGEST.plusMillis(1)));
        assertThrows(InvalidValue.class, () -> leases.holders(0));
        assertThrows(InvalidValue.class, () -> leaseStore().holders(10_001));
        assertThrows(InvalidValue.class, () -> leaseStore().acquire(NAME, Token.random(), " ", HOUR));
        assertThrows(InvalidValue.class, () -> Leases.over(leaseStore()).holder("h".repeat(201)));
        assertTrue(lease.isHeld());
    }

    @ConcurrencyTest
    void LEASE_1_one_of_many_who_ask_for_a_new_name_at_once_has_it() {
        LeaseStore store = leaseStore();
        List<LeaseAnswer> answers = crew().atOnce(16, i -> store.acquire(NAME, Token.random(), "crew " + i, HOUR));

        List<LeaseAnswer> granted =
                answers.stream().filter(LeaseAnswer.Granted.class::isInstance).toList();
        assertEquals(1, granted.size(), answers::toString);
        assertEquals(
                granted.get(0), new LeaseAnswer.Granted(holder().orElseThrow().fence()));
    }

    @Test
    void LEASE_2_what_is_over_by_the_stores_clock_can_be_taken_whatever_the_holder_counts() {
        Lease first = taken(leases(), Duration.ofHours(24));
        assertEquals(Optional.empty(), leases().tryAcquire(NAME, LONG));

        store().expireLease(NAME);

        Lease second = taken(leases(), LONG);
        assertTrue(second.fence().compareTo(first.fence()) > 0);
        assertEquals(1, losses.busyAnswers());
        assertEquals(3, losses.waits());
    }

    @Test
    void LEASE_2_a_lease_ends_by_itself() {
        Lease first = taken(leases(), Duration.ofSeconds(1));
        Leases others = leases();

        Lease second = others.acquire(NAME, LONG, Await.BOUND).orElseThrow();

        assertFalse(first.isHeld(), "its holder knows");
        assertTrue(second.fence().compareTo(first.fence()) > 0);
    }

    @Test
    void LEASE_2_who_is_refused_is_told_how_long_the_lease_still_runs() {
        Duration ten = Duration.ofMinutes(10);
        Lease lease = taken(leases(), LONG);
        assertTrue(left().compareTo(LONG) <= 0);
        assertTrue(left().compareTo(ten) > 0);

        assertTrue(lease.renew(ten));

        assertTrue(left().compareTo(ten) <= 0, "it was renewed for less");
        assertTrue(lease.remaining().compareTo(ten) <= 0);
        assertTrue(lease.renew(LONG));
        assertTrue(left().compareTo(ten) > 0, "it was renewed for more");
    }

    private Duration left() {
        LeaseAnswer answer = leaseStore().acquire(NAME, Token.random(), "other", HOUR);
        return assertInstanceOf(LeaseAnswer.Held.class, answer).left();
    }

    @ConcurrencyTest
    void LEASE_2_who_waits_gets_it_when_it_is_released() {
        Lease first = taken(leases(), LONG);
        CountedLeases counted =
                new CountedLeases(newNode(NodeOptions.DEFAULT).adapter().leases());
        Leases others = closeAtEnd(Leases.over(counted).build());
        var waiting = crew().start(() -> others.acquire(NAME, LONG, Await.BOUND));
        Await.until("it waits", () -> counted.refused() > 0);

        assertTrue(first.release());

        Lease second = Crew.join(waiting).orElseThrow();
        assertTrue(second.isHeld());
        assertTrue(second.fence().compareTo(first.fence()) > 0);
        assertEquals(0, losses.busyAnswers());
    }

    @ConcurrencyTest
    void LEASE_2_a_wait_is_bounded_and_asks_seldom() {
        taken(leases(), LONG);
        CountedLeases counted = new CountedLeases(leaseStore());
        Leases others = closeAtEnd(Leases.over(counted).observer(losses).build());
        Duration wait = Duration.ofMillis(500);
        long startedAt = System.nanoTime();

        assertEquals(Optional.empty(), others.acquire(NAME, LONG, wait));

        Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
        assertTrue(took.compareTo(wait.plusMillis(500)) <= 0, () -> "asked for " + wait + ", took " + took);
        assertEquals(1, losses.busyAnswers());
        assertTrue(counted.refused() >= 2, "it should have asked at the beginning and at the end");
        assertTrue(counted.refused() <= 25, () -> "asked " + counted.refused() + " times");
    }

    @Test
    void LEASE_3_the_fence_rises_over_release_expiry_and_a_new_node() {
        List<Fence> fences = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            Lease released = taken(leases(), LONG);
            fences.add(released.fence());
            assertTrue(released.release());
            fences.add(taken(leases(), LONG).fence());
            store().expireLease(NAME);
            Lease elsewhere = taken(leasesOn(newNode(NodeOptions.DEFAULT)), LONG);
            fences.add(elsewhere.fence());
            elsewhere.close();
        }
        assertRising(fences);
    }

    @ConcurrencyTest
    void LEASE_3_what_a_lease_protects_loses_no_update_and_sees_rising_fences() {
        int rounds = 4;
        Leases leases = leases();
        // Neither is safe for many threads.
        int[] counter = new int[1];
        List<Fence> fences = new ArrayList<>();

        crew().atOnce(16, i -> {
            for (int round = 0; round < rounds; round++) {
                try (Lease lease =
                        leases.acquire(NAME, LONG, Duration.ofMinutes(1)).orElseThrow()) {
                    int before = counter[0];
                    fences.add(lease.fence());
                    Thread.onSpinWait();
                    counter[0] = before + 1;
                }
            }
            return true;
        });

        assertEquals(16 * rounds, counter[0]);
        assertEquals(16 * rounds, fences.size());
        assertRising(fences);
    }

    private static void assertRising(List<Fence> fences) {
        for (int i = 1; i < fences.size(); i++) {
            assertTrue(fences.get(i).compareTo(fences.get(i - 1)) > 0, fences::toString);
        }
    }

    @Test
    void LEASE_5_another_thread_may_release_it() {
        for (Executor thread : threads()) {
            Lease lease = taken(leases(), LONG);
            boolean[] answers = new boolean[2];

            thread.execute(() -> answers[0] = lease.renew(LONG));
            thread.execute(() -> answers[1] = lease.release());

            assertTrue(answers[0], "renewed elsewhere");
            assertTrue(answers[1], "released elsewhere");
            assertFalse(lease.isHeld());
            assertThrows(LeaseLost.class, lease::ensureHeld);
            assertEquals(Optional.empty(), holder());
        }
        assertEquals(List.of(), losses.lost());
    }

    @Test
    void LEASE_5_another_thread_may_take_it() {
        for (Executor thread : threads()) {
            List<Lease> taken = new ArrayList<>();
            Leases leases = leases();

            thread.execute(() -> taken.add(taken(leases, LONG)));

            taken.get(0).ensureHeld();
            assertTrue(taken.get(0).release());
        }
    }

    /** Each runs on a new thread, and returns when it has ended. A virtual one too, where there are any. */
    private static List<Executor> threads() {
        List<Executor> all = new ArrayList<>();
        all.add(run -> ended(new Thread(run, "another")));
        if (VirtualThreads.areHere()) {
            all.add(run -> ended(VirtualThreads.unstarted(run)));
        }
        return all;
    }

    private static void ended(Thread thread) {
        thread.start();
        Await.until("the thread has ended", () -> !thread.isAlive());
    }

    @Test
    void LEASE_7_holders_are_listed_in_the_order_of_names_with_fence_and_deadline() {
        Leases leases = leases();
        Instant before = Instant.now();
        List<LockName> names =
                IntStream.range(0, 5).mapToObj(i -> new LockName("name-" + i)).toList();
        List<Fence> fences =
                names.stream().map(name -> taken(leases, name, LONG).fence()).toList();
        Lease released = taken(leases, new LockName("name-released"), LONG);
        assertTrue(released.release());
        taken(leases, new LockName("name-over"), Duration.ofSeconds(30));
        store().expireLease(new LockName("name-over"));

        List<LeaseHolder> all = leases.holders(10);

        assertEquals(names, all.stream().map(LeaseHolder::name).toList());
        assertEquals(fences, all.stream().map(LeaseHolder::fence).toList());
        assertEquals(
                names.subList(0, 2),
                leases.holders(2).stream().map(LeaseHolder::name).toList());
        for (LeaseHolder each : all) {
            assertEquals("the suite", each.holder());
            // The store's clock may differ from this process's, and neither is in another time zone.
            Duration off = Duration.between(before.plus(LONG), each.deadline()).abs();
            assertTrue(off.compareTo(Duration.ofMinutes(5)) < 0, each::toString);
        }
    }

    @Test
    void LEASE_7_a_holder_may_have_any_name_that_a_person_can_read() {
        String label = "импорт \uD83D\uDE80 'on' \\node";
        try (Leases leases = Leases.over(leaseStore()).holder(label).build()) {
            taken(leases, LONG);
            assertEquals(label, holder().orElseThrow().holder());
        }
    }

    @Test
    void LEASE_3_the_fence_rises_over_the_end_of_the_process() {
        durableStore();
        long first;
        try (Node node = store().node(NodeOptions.DEFAULT)) {
            requires(node, Feature.DURABILITY, Feature.DURABLE_FENCES);
            LeaseStore leases = node.adapter().leases();
            Token token = Token.random();
            granted(leases.acquire(NAME, token, "the suite", HOUR));
            assertTrue(leases.release(NAME, token));
            Token second = Token.random();
            first = granted(leases.acquire(NAME, second, "the suite", HOUR));
        }
        store().reopen();
        try (Node node = store().node(NodeOptions.DEFAULT)) {
            LeaseStore leases = node.adapter().leases();
            assertInstanceOf(LeaseAnswer.Held.class, leases.acquire(NAME, Token.random(), "late", HOUR));
            store().expireLease(NAME);
            assertTrue(granted(leases.acquire(NAME, Token.random(), "next", HOUR)) > first);
        }
    }
}
