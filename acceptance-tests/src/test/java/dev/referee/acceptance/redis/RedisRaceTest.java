package dev.referee.acceptance.redis;

import static dev.referee.acceptance.redis.RedisBench.LONG;
import static dev.referee.acceptance.redis.RedisBench.NAME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.crash.ChildJvm;
import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many at once, and processes that stop. */
class RedisRaceTest {

    private static final int THREADS = 16;
    private static final int ROUNDS = 20;

    private final RedisBench bench = new RedisBench();
    private final Crew crew = new Crew();

    @AfterEach
    void close() {
        crew.close();
        bench.close();
    }

    @ConcurrencyTest
    void a_counter_that_only_the_lease_protects_loses_nothing_on_one_server() {
        assertProtects(bench.store(bench.server(Memory.NONE)));
    }

    @ConcurrencyTest
    void a_counter_that_only_the_lease_protects_loses_nothing_on_a_majority() {
        List<Integer> ports =
                bench.servers(3, Memory.NONE).stream().map(RedisServer::port).toList();
        var store = bench.quorum(ports, builder -> builder);
        store.admitAll();
        assertProtects(store);
    }

    @ConcurrencyTest
    void scripts_that_are_flushed_in_the_middle_change_nothing() {
        RedisServer server = bench.server(Memory.NONE);
        RedisCommands<String, String> redis = bench.commands(server);
        CountDownLatch done = new CountDownLatch(1);
        Future<Integer> flushes = crew.start(() -> {
            int count = 0;
            while (done.getCount() > 0) {
                redis.scriptFlush();
                count++;
            }
            return count;
        });
        assertProtects(bench.store(server));
        done.countDown();
        assertTrue(Crew.join(flushes) > 0);
    }

    @ConcurrencyTest
    void one_of_many_wins_a_name_that_nobody_has() {
        RedisServer server = bench.server(Memory.NONE);
        LeaseStore store = bench.store(server);
        List<LeaseAnswer> answers = crew.atOnce(THREADS, i -> store.acquire(NAME, Token.random(), "thread " + i, LONG));
        assertEquals(
                1,
                answers.stream().filter(LeaseAnswer.Granted.class::isInstance).count());
    }

    /** A holder that is stopped for longer than its lease: the successor goes on, and the late one is told by its fence and its handle. */
    @Test
    void a_process_that_was_stopped_for_longer_than_its_lease_knows_it_when_it_goes_on() {
        RedisServer server = bench.server(Memory.NONE);
        try (Leases leases = Leases.over(bench.store(server)).holder("parent").build();
                ChildJvm child = ChildJvm.running(Pausing.class, Integer.toString(server.port()))) {
            long childs = Long.parseLong(child.awaitLine());
            child.pause();
            Lease mine = leases.acquire(NAME, LONG.value(), Await.BOUND).orElseThrow();
            assertTrue(mine.fence().number() > childs);
            child.resume();
            child.tell("go on");
            child.awaitLine("held false");
            assertTrue(mine.isHeld());
            assertTrue(mine.release());
        }
    }

    private void assertProtects(LeaseStore store) {
        int[] counter = {0};
        List<Long> fences = new ArrayList<>();
        try (Leases leases = Leases.over(store).build()) {
            crew.atOnce(THREADS, i -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Lease lease = leases.acquire(NAME, LONG.value(), Duration.ofMinutes(1))
                            .orElseThrow();
                    int seen = counter[0];
                    fences.add(lease.fence().number());
                    Thread.onSpinWait();
                    counter[0] = seen + 1;
                    assertTrue(lease.release());
                }
                return i;
            });
        }
        assertEquals(THREADS * ROUNDS, counter[0]);
        assertEquals(THREADS * ROUNDS, fences.size());
        assertEquals(fences.stream().sorted().toList(), fences, "fences rise in the order of the holders");
        assertEquals(fences.size(), new HashSet<>(fences).size());
        assertFalse(fences.isEmpty());
    }

    /** The process that is stopped. */
    static final class Pausing {

        private Pausing() {}

        public static void main(String[] args) throws java.io.IOException {
            RedisBench bench = new RedisBench();
            try (Leases leases = Leases.over(bench.store(Integer.parseInt(args[0]), RedisBench.PATIENT))
                    .holder("child")
                    .build()) {
                Lease lease = leases.tryAcquire(new LockName(NAME.value()), Duration.ofSeconds(2))
                        .orElseThrow();
                System.out.println(lease.fence().number());
                int read = System.in.read();
                System.out.println("held " + (lease.isHeld() && read > 0));
            }
            bench.close();
        }
    }
}
