package dev.referee.acceptance.redis;

import static dev.referee.acceptance.redis.RedisBench.LONG;
import static dev.referee.acceptance.redis.RedisBench.NAME;
import static dev.referee.acceptance.redis.RedisLeaseStoreTest.granted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.LeaseLost;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A majority behind networks that lose, delay and hold back, and many who want one name. */
class RedisQuorumFailureTest {

    private static final int THREADS = 16;
    private static final int ROUNDS = 10;

    /** A node that misses a release keeps the lease for so long; the next that is stopped then leaves no majority until it is over. */
    private static final Duration TIME = Duration.ofSeconds(4);

    /** Far above all clocks; so the next fence is known, and the request that carries it. */
    private static final long COUNTER = 8_000_000_000_000_000L;

    private static final String NEXT = Long.toString(COUNTER + 1);

    private final RedisBench bench = new RedisBench();
    private final Crew crew = new Crew();
    private final List<TcpProxy> proxies = new ArrayList<>();

    @AfterEach
    void close() {
        crew.close();
        bench.close();
        proxies.forEach(TcpProxy::close);
    }

    @Test
    void lost_replies_of_a_majority_leave_nothing_behind_and_the_repeat_has_the_lease() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers);
        Token token = Token.random();
        proxies.subList(0, 2).forEach(proxy -> proxy.cutReplyToNextRequestWith(NEXT));

        StoreFailure failure = assertThrows(StoreFailure.class, () -> store.acquire(NAME, token, "holder", LONG));

        assertTrue(failure.outcomeUnknown());
        for (RedisServer server : servers) {
            var redis = bench.commands(server);
            Await.until("it is given back", () -> redis.exists(RedisBench.leaseKey(NAME)) == 0);
        }
        assertEquals(COUNTER + 2, granted(store.acquire(NAME, token, "holder", LONG)), "another acquisition");
        proxies.forEach(proxy -> proxy.cutReplyToNextRequestWith("EVALSHA"));
        assertThrows(StoreFailure.class, () -> store.renew(NAME, token, LONG));
        assertTrue(store.renew(NAME, token, LONG));
        proxies.forEach(proxy -> proxy.cutReplyToNextRequestWith("EVALSHA"));
        assertThrows(StoreFailure.class, () -> store.release(NAME, token));
        assertFalse(store.release(NAME, token));
        assertEquals(List.of(), store.holders(10));
    }

    @Test
    void what_a_failed_attempt_could_not_give_back_is_given_to_the_same_token_with_its_fence() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers);
        Token token = Token.random();
        proxies.forEach(proxy -> {
            proxy.cutReplyToNextRequestWith(NEXT);
            proxy.refuseNewConnections(true);
        });
        assertThrows(StoreFailure.class, () -> store.acquire(NAME, token, "holder", LONG));

        // Not through the proxies: once they let connections through, it is given back after all.
        RedisQuorumLeaseStore direct =
                bench.quorum(servers.stream().map(RedisServer::port).toList(), UnaryOperator.identity());
        assertTrue(direct.acquire(NAME, Token.random(), "other", LONG) instanceof LeaseAnswer.Held);
        assertEquals(COUNTER + 1, granted(direct.acquire(NAME, token, "holder", LONG)));
        assertTrue(direct.release(NAME, token));
    }

    @Test
    void a_failed_repeat_takes_nothing_from_the_holder() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers);
        Token token = Token.random();
        assertEquals(COUNTER + 1, granted(store.acquire(NAME, token, "holder", LONG)));
        proxies.forEach(proxy -> proxy.cutReplyToNextRequestWith(NEXT));
        assertThrows(StoreFailure.class, () -> store.acquire(NAME, token, "holder", LONG));
        // Whatever was given back came before this on the same connections.
        assertTrue(store.renew(NAME, token, LONG));
        assertEquals(1, store.holders(10).size());
        assertTrue(store.release(NAME, token));
    }

    @Test
    void while_no_node_answers_nobody_is_told_that_somebody_else_has_the_lease() {
        List<RedisServer> servers = bench.servers(3, Memory.NONE);
        RedisQuorumLeaseStore store = bench.quorum(
                servers.stream().map(RedisServer::port).toList(), builder -> builder.timeout(Duration.ofMillis(500)));
        store.admitAll();
        servers.forEach(RedisServer::pause);

        List<Future<StoreFailure>> all = crew.startAtOnce(
                THREADS,
                i -> assertThrows(StoreFailure.class, () -> store.acquire(NAME, Token.random(), "holder", LONG)));

        Crew.join(all);
        servers.forEach(RedisServer::resume);
    }

    @Test
    void what_waits_for_a_connection_is_sent_in_the_order_in_which_it_was_asked() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers);
        TcpProxy last = proxies.get(2);
        last.refuseNewConnections(true);
        last.killAll();
        // The second one finds no connection at all, whatever the first one met.
        assertEquals(store.holders(10), store.holders(10));
        last.refuseNewConnections(false);
        last.delay(Duration.ofMillis(200));
        Token token = Token.random();

        long fence = granted(store.acquire(NAME, token, "holder", LONG));
        assertTrue(store.release(NAME, token));

        var redis = bench.commands(servers.get(2));
        Await.until(
                "it is confirmed there, too",
                () -> redis.get(RedisBench.fenceKey(NAME)).equals("" + fence));
        assertEquals(List.of(), store.holders(10), "asked last, and of all");
        assertEquals(0, redis.exists(RedisBench.leaseKey(NAME)), "a proposal that nobody owns");
    }

    @Test
    void a_renewal_brings_the_fence_to_a_node_that_missed_the_confirmation() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers);
        Token token = Token.random();
        long fence = granted(store.acquire(NAME, token, "holder", LONG));
        var third = bench.commands(servers.get(2));
        String lease = RedisBench.leaseKey(NAME);
        Await.until("all nodes know it", () -> "1".equals(third.hget(lease, "firm")));
        third.hset(lease, "fence", "0");
        third.hdel(lease, "firm");
        third.zrem("referee:held", NAME.value());

        assertTrue(store.renew(NAME, token, LONG));
        servers.get(1).kill();

        assertEquals(List.of(fence), fences(store));
        Await.until("the node knows the fence", () -> Long.toString(fence).equals(third.hget(lease, "fence")));
        servers.get(1).startAgain();
        store.admitAll();
        servers.get(0).kill();
        assertEquals(List.of(fence), fences(store));
    }

    private static List<Long> fences(RedisQuorumLeaseStore store) {
        return store.holders(10).stream().map(held -> held.fence().number()).toList();
    }

    @Test
    void a_node_that_is_slow_is_not_waited_for() {
        List<RedisServer> servers = servers(3);
        Duration slow = Duration.ofMillis(400);
        RedisQuorumLeaseStore store = admittedThrough(servers, slow);
        Token token = Token.random();
        long began = System.nanoTime();
        granted(store.acquire(NAME, token, "holder", LONG));
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(took.compareTo(slow.multipliedBy(2)) < 0, "took " + took);
        assertTrue(store.renew(NAME, token, LONG));
        assertTrue(store.release(NAME, token));
    }

    @Test
    void an_acquisition_is_two_round_trips_and_the_rest_one() {
        List<RedisServer> servers = servers(3);
        RedisQuorumLeaseStore store = admittedThrough(servers, TcpProxy.COUNTING_DELAY);
        Token first = Token.random();
        granted(store.acquire(NAME, first, "holder", LONG));
        assertTrue(store.renew(NAME, first, LONG));
        assertTrue(store.release(NAME, first));
        assertEquals(List.of(), store.holders(1));

        Token token = Token.random();
        assertTrips(2, () -> store.acquire(NAME, token, "holder", LONG));
        assertTrips(1, () -> store.renew(NAME, token, LONG));
        assertTrips(1, () -> store.holders(10));
        assertTrips(1, () -> store.release(NAME, token));
    }

    /** The counter is all that 16 threads share; each node in turn is stopped, and the others must go on without it. */
    @ConcurrencyTest
    void a_counter_that_only_the_lease_protects_loses_nothing_while_each_node_in_turn_is_stopped() {
        List<RedisServer> servers = bench.servers(3, Memory.NONE);
        RedisQuorumLeaseStore store = bench.quorum(
                servers.stream().map(RedisServer::port).toList(), builder -> builder.timeout(Duration.ofSeconds(5)));
        store.admitAll();
        int[] counter = {0};
        AtomicInteger done = new AtomicInteger();
        List<Long> fences = new ArrayList<>();
        try (Leases leases = Leases.over(store).build()) {
            List<Future<Integer>> workers = crew.startAtOnce(THREADS, i -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Lease lease = takenAtLast(leases);
                    int seen = counter[0];
                    fences.add(lease.fence().number());
                    Thread.onSpinWait();
                    counter[0] = seen + 1;
                    done.incrementAndGet();
                    lease.close();
                }
                return i;
            });
            int all = THREADS * ROUNDS;
            for (int step = 0; step < servers.size(); step++) {
                RedisServer server = servers.get(step);
                int target = Math.min(all, done.get() + all / 10);
                server.pause();
                Await.until("the others go on", () -> done.get() >= target);
                server.resume();
            }
            Crew.join(workers);
        }
        assertEquals(THREADS * ROUNDS, counter[0]);
        assertEquals(fences.stream().sorted().distinct().toList(), fences, "fences rise in the order of the holders");
    }

    /** While one node is stopped and the connection to another is being made there is no majority for a moment: that is told, not hidden. */
    private static Lease takenAtLast(Leases leases) {
        while (true) {
            try {
                return leases.acquire(NAME, TIME, Duration.ofMinutes(2)).orElseThrow();
            } catch (StoreFailure | LeaseLost noMajority) {
                Thread.onSpinWait();
            }
        }
    }

    /** Counted on the first node, which may be the last to answer; what goes to the others goes at the same time. */
    private void assertTrips(int trips, Runnable call) {
        TcpProxy first = proxies.get(0);
        long before = first.traffic().roundTrips();
        call.run();
        Await.until("the node has answered", () -> first.traffic().roundTrips() >= before + trips);
        assertEquals(before + trips, first.traffic().roundTrips());
    }

    /** With a counter far above all clocks on the first node, and so on all soon. */
    private List<RedisServer> servers(int n) {
        List<RedisServer> servers = bench.servers(n, Memory.NONE);
        servers.forEach(server -> bench.commands(server).set(RedisBench.fenceKey(NAME), Long.toString(COUNTER)));
        return servers;
    }

    private RedisQuorumLeaseStore admittedThrough(List<RedisServer> servers) {
        return admittedThrough(servers, Duration.ZERO);
    }

    /** @param delay each way, to the last node alone if it is longer than counting needs */
    private RedisQuorumLeaseStore admittedThrough(List<RedisServer> servers, Duration delay) {
        boolean lastAlone = delay.compareTo(TcpProxy.COUNTING_DELAY) > 0;
        for (RedisServer server : servers) {
            boolean isLast = proxies.size() == servers.size() - 1;
            proxies.add(TcpProxy.to(server.host(), server.port()).delay(lastAlone && !isLast ? Duration.ZERO : delay));
        }
        RedisQuorumLeaseStore store =
                bench.quorum(proxies.stream().map(TcpProxy::port).toList(), builder -> builder);
        store.admitAll();
        // The servers get to know the scripts, so that a cut hits a request that is executed.
        LockName other = new LockName("warm-up");
        Token token = Token.random();
        granted(store.acquire(other, token, "warm-up", LONG));
        assertTrue(store.renew(other, token, LONG));
        assertTrue(store.release(other, token));
        return store;
    }
}
