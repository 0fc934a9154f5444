package dev.referee.cookbook.customer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.Transactions;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.cookbook.naive.NaiveCustomers;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several refresh one customer, and the directory's answers come late and out of order. */
class CustomerTest extends RecipeTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int CUSTOMERS = 4;

    private final CustomerId id = new CustomerId(Kitchen.fresh());
    private Optional<Leases> leases = Optional.empty();

    private Leases leases() {
        if (leases.isEmpty()) {
            leases = Optional.of(Leases.over(kitchen.adapter().leases()).build());
        }
        return leases.get();
    }

    @AfterEach
    void closeLeases() {
        leases.ifPresent(Leases::close);
    }

    private Customers customers(Duration leaseTime, Directory directory) {
        return new Customers(
                transactions(),
                kitchen.choose(new SqlCustomers(), InMemoryCustomers.STORE),
                leases(),
                leaseTime,
                directory);
    }

    /** A directory whose first answer is held back until it is released. */
    private static final class HeldBack implements Directory {
        private final AtomicLong versions = new AtomicLong();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);

        @Override
        public String profileOf(CustomerId customer) {
            long version = versions.incrementAndGet();
            if (version == 1) {
                asked.countDown();
                Crew.awaitAll(release);
            }
            return "version " + version;
        }
    }

    @ConcurrencyTest
    void naive_an_answer_that_comes_late_overwrites_a_newer_one() {
        HeldBack directory = new HeldBack();
        NaiveCustomers naive =
                new NaiveCustomers(kitchen.pool(), customer -> directory.profileOf(new CustomerId(customer)));
        customers(LONG, directory).add(id);

        Future<Integer> slow = crew.start(() -> {
            naive.refresh(id.number());
            return 1;
        });
        Crew.awaitAll(directory.asked);
        naive.refresh(id.number());
        assertEquals("version 2", naive.profile(id.number()));
        directory.release.countDown();
        Crew.join(slow);

        assertEquals("version 1", naive.profile(id.number()));
    }

    /** A lease alone is not enough: its holder cannot know that it has been paused. */
    @ConcurrencyTest
    void naive_with_a_lease_a_paused_holder_overwrites_what_its_successor_wrote() {
        HeldBack directory = new HeldBack();
        NaiveCustomers naive =
                new NaiveCustomers(kitchen.pool(), customer -> directory.profileOf(new CustomerId(customer)));
        customers(LONG, directory).add(id);

        Future<Integer> paused = crew.start(() -> {
            try (Lease lease = leases().tryAcquire(id.leaseName(), SHORT).orElseThrow()) {
                assertTrue(lease.isHeld());
                naive.refresh(id.number());
            }
            return 1;
        });
        Crew.awaitAll(directory.asked);
        try (Lease next = leases().acquire(id.leaseName(), LONG, LONG).orElseThrow()) {
            assertTrue(next.isHeld());
            naive.refresh(id.number());
        }
        assertEquals("version 2", naive.profile(id.number()));
        directory.release.countDown();
        Crew.join(paused);

        assertEquals("version 1", naive.profile(id.number()));
    }

    @ConcurrencyTest
    void a_paused_holder_is_refused() {
        HeldBack directory = new HeldBack();
        Customers customers = customers(SHORT, directory);
        customers.add(id);

        Future<RefreshAnswer> paused = crew.start(() -> customers.refresh(id));
        Crew.awaitAll(directory.asked);
        assertEquals(new RefreshAnswer.InProgress(), customers.refresh(id));
        AtomicReference<RefreshAnswer> second = new AtomicReference<>(new RefreshAnswer.InProgress());
        Await.until("the lease of the paused one is over", () -> {
            second.set(customers.refresh(id));
            return !(second.get() instanceof RefreshAnswer.InProgress);
        });
        directory.release.countDown();

        Customer now = customers.find(id).orElseThrow();
        assertEquals(new RefreshAnswer.Refreshed(now), second.get());
        assertEquals("version 2", now.profile());
        assertEquals(new RefreshAnswer.Overtaken(now), Crew.join(paused));
        assertEquals(now, customers.find(id).orElseThrow());
    }

    /** The same in the row's own UPDATE, for a program that has read before and does not lock. */
    @Test
    void the_rows_own_update_refuses_an_older_fence() {
        Customers customers = customers(LONG, customer -> "fresh");
        customers.add(id);
        Customer before = customers.refresh(id).fold(now -> now, () -> fail(), theirs -> fail(), () -> fail());
        kitchen.sql().database().execute(List.of("UPDATE customer SET fence = fence + 1 WHERE id = " + id.number()));

        assertEquals(
                false,
                transactions()
                        .run(
                                LONG,
                                t -> t.update(
                                        new SqlCustomers(),
                                        before,
                                        new Customer(id, before.revision().next(), "stale", before.fence()))));
        assertEquals("fresh", customers.find(id).orElseThrow().profile());
    }

    @Test
    void one_that_asks_while_another_is_at_it_is_told_at_once() {
        AtomicInteger calls = new AtomicInteger();
        Customers customers = customers(LONG, customer -> "version " + calls.incrementAndGet());
        customers.add(id);
        try (Lease other = leases().tryAcquire(id.leaseName(), LONG).orElseThrow()) {
            assertTrue(other.isHeld());
            assertEquals(new RefreshAnswer.InProgress(), customers.refresh(id));
        }
        assertEquals(0, calls.get());
        assertEquals("version 1", customers.refresh(id).fold(Customer::profile, () -> "", theirs -> "", () -> ""));
    }

    @Test
    void a_customer_that_is_not_there_is_not_refreshed() {
        assertEquals(
                new RefreshAnswer.NoSuchCustomer(),
                customers(LONG, customer -> "any").refresh(id));
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new CustomerId(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> customers(Duration.ofMillis(1), customer -> "any").refresh(id));
        assertThrows(
                IllegalArgumentException.class,
                () -> customers(Duration.ofSeconds(-1), customer -> "any").refresh(id));
        Customers wordy = customers(LONG, customer -> "x".repeat(501));
        wordy.add(id);
        assertThrows(InvalidValue.class, () -> wordy.refresh(id));
        assertEquals("unknown", wordy.find(id).orElseThrow().profile());
    }

    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_goes_back_in_time() {
        Storm storm = kitchen.storm();
        Runnable firstRound = storm.firstRound();
        AtomicLong versions = new AtomicLong();
        Map<Long, Long> written = new ConcurrentSkipListMap<>();
        Map<Thread, Long> fetched = new ConcurrentHashMap<>();
        NaiveCustomers naive = new NaiveCustomers(kitchen.pool(), customer -> {
            long version = versions.incrementAndGet();
            fetched.put(Thread.currentThread(), version);
            firstRound.run();
            return "version " + version;
        });
        customers(LONG, customer -> "").add(id);

        Storm.Result result = storm.blow(crew, (thread, number) -> {
            long revision = naive.refreshAndCount(id.number());
            if (revision == 0) {
                return Storm.End.REFUSED;
            }
            written.put(revision, fetched.get(Thread.currentThread()));
            return Storm.End.DONE;
        });

        long backwards = backwards(written.values());
        Measured.storm("customer, naive", engine, storm, result, backwards);
        assertTrue(backwards > 0, () -> backwards + " of " + result);
    }

    @ConcurrencyTest
    @Tag("storm")
    void storm_never_goes_back_in_time() {
        Storm storm = kitchen.storm();
        AtomicLong versions = new AtomicLong();
        AtomicInteger mostAtOnce = new AtomicInteger();
        Map<CustomerId, AtomicInteger> asking = new ConcurrentHashMap<>();
        Map<CustomerId, Map<Long, Long>> written = new ConcurrentHashMap<>();
        Customers customers = customers(LONG, customer -> {
            AtomicInteger atOnce = asking.computeIfAbsent(customer, c -> new AtomicInteger());
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            String version = Long.toString(versions.incrementAndGet());
            atOnce.decrementAndGet();
            return version;
        });
        List<CustomerId> ids = LongStream.range(0, CUSTOMERS)
                .mapToObj(i -> new CustomerId(Kitchen.fresh()))
                .toList();
        ids.forEach(customers::add);

        Storm.Result result = storm.blow(
                crew,
                (thread, number) -> customers
                        .refresh(ids.get(number % CUSTOMERS))
                        .fold(
                                now -> {
                                    written.computeIfAbsent(now.id(), c -> new ConcurrentSkipListMap<>())
                                            .put(now.revision().value(), Long.parseLong(now.profile()));
                                    return Storm.End.DONE;
                                },
                                () -> Storm.End.REFUSED,
                                theirs -> {
                                    throw new AssertionError("no lease has run out");
                                },
                                () -> {
                                    throw new AssertionError("no such customer");
                                }));

        long backwards = written.values().stream()
                .mapToLong(each -> backwards(each.values()))
                .sum();
        Measured.storm("customer", engine, storm, result, backwards);
        assertEquals(0, backwards);
        assertEquals(1, mostAtOnce.get(), "calls for one customer at once");
        assertEquals(result.done(), versions.get(), "the directory was asked by holders only");
        for (CustomerId each : ids) {
            Map<Long, Long> own = Objects.requireNonNull(written.get(each), "was refreshed at least once");
            Customer last = customers.find(each).orElseThrow();
            assertEquals(own.size() + 1, last.revision().value(), "every answer was written");
            assertEquals(own.get(last.revision().value()), Long.parseLong(last.profile()));
        }
    }

    /** How many writes put something older over something newer. */
    private static long backwards(Iterable<Long> versions) {
        long newest = 0;
        long backwards = 0;
        for (long version : versions) {
            backwards += version < newest ? 1 : 0;
            newest = Math.max(newest, version);
        }
        return backwards;
    }

    @Test
    void round_trips() {
        countRoundTrips("customer, refresh", 12, 20, adapter -> {
            leases = Optional.of(Leases.over(adapter.leases()).build());
            Customers customers =
                    new Customers(Transactions.over(adapter), new SqlCustomers(), leases(), LONG, customer -> "fresh");
            customers.add(id);
            return () -> customers.refresh(id);
        });
    }

    private static Customer fail() {
        throw new AssertionError("was to be refreshed");
    }
}
