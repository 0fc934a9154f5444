package dev.referee.acceptance.redis;

import static dev.referee.acceptance.redis.RedisBench.LONG;
import static dev.referee.acceptance.redis.RedisBench.NAME;
import static dev.referee.acceptance.redis.RedisLeaseStoreTest.granted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.acceptance.steps.Await;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.adapter.redis.UnsupportedRedis;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A majority of nodes: what a minority's failure, a restart and an emptied node may not break. */
class RedisQuorumTest {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisBench bench = new RedisBench();

    @AfterEach
    void close() {
        bench.close();
    }

    enum Away {
        DEAD,
        STOPPED
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void a_lease_is_taken_held_renewed_and_released(int n) {
        List<RedisServer> servers = bench.servers(n, Memory.NONE);
        RedisQuorumLeaseStore store = admitted(servers, RedisBench.PATIENT, HOUR);
        assertWorks(store);
        assertTrue(store.capabilities().whyNot(Feature.DURABLE_FENCES).isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void a_minority_that_is_away_is_not_missed_and_its_return_is_not_noticed(Away away) {
        for (int n : new int[] {3, 5}) {
            List<RedisServer> servers = bench.servers(n, Memory.APPEND_ONLY_FILE);
            RedisQuorumLeaseStore store = admitted(servers, TIMEOUT, HOUR);
            List<RedisServer> minority = servers.subList(0, n / 2);
            Token before = Token.random();
            long fence = granted(store.acquire(NAME, before, "before", LONG));
            minority.forEach(server -> take(server, away));

            assertTrue(store.renew(NAME, before, LONG));
            assertInstanceOf(LeaseAnswer.Held.class, store.acquire(NAME, Token.random(), "other", LONG));
            assertEquals(List.of(fence), fences(store));
            assertTrue(store.release(NAME, before));
            long began = System.nanoTime();
            assertWorks(store);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertTrue(took.compareTo(TIMEOUT.multipliedBy(3)) < 0, "took " + took);

            minority.forEach(server -> giveBack(server, away));
            assertWorks(store);
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_a_majority_nothing_is_granted_nothing_is_left_and_nobody_waits_long(Away away) {
        List<RedisServer> servers = bench.servers(3, Memory.APPEND_ONLY_FILE);
        RedisQuorumLeaseStore store = admitted(servers, TIMEOUT, HOUR);
        Token holder = Token.random();
        granted(store.acquire(NAME, holder, "holder", LONG));
        assertTrue(store.release(NAME, holder));
        var alive = bench.commands(servers.get(2));
        servers.subList(0, 2).forEach(server -> take(server, away));

        long began = System.nanoTime();
        assertThrows(StoreFailure.class, () -> store.acquire(NAME, holder, "again", LONG));
        assertThrows(StoreFailure.class, () -> store.renew(NAME, holder, LONG));
        assertThrows(StoreFailure.class, () -> store.release(NAME, holder));
        assertThrows(StoreFailure.class, () -> store.holders(10));
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(took.compareTo(TIMEOUT.multipliedBy(6)) < 0, "took " + took);
        Await.until("what the only node took is given back", () -> alive.exists(RedisBench.leaseKey(NAME)) == 0);
    }

    @Test
    void majorities_that_share_one_node_only_know_of_each_others_fences() {
        List<RedisServer> servers = bench.servers(5, Memory.NONE);
        RedisQuorumLeaseStore store = admitted(servers, TIMEOUT, HOUR);
        // Far above all clocks, and known to one node: only what is passed on from majority to majority can top it.
        bench.commands(servers.get(0)).set(RedisBench.fenceKey(NAME), "8000000000000000");

        List<List<Integer>> away = List.of(List.of(3, 4), List.of(0, 1), List.of(2, 3), List.of(4, 0), List.of(1, 2));
        long last = 8_000_000_000_000_000L;
        for (List<Integer> pair : away) {
            pair.forEach(i -> servers.get(i).pause());
            Token token = Token.random();
            long fence = granted(store.acquire(NAME, token, "holder", LONG));
            assertTrue(fence > last, fence + " after " + last);
            last = fence;
            assertTrue(store.release(NAME, token));
            pair.forEach(i -> servers.get(i).resume());
        }
    }

    enum Amnesia {
        RESTARTED_EMPTY,
        RESTARTED_WITH_DATA,
        FLUSHED
    }

    @ParameterizedTest
    @EnumSource
    void a_node_that_may_have_forgotten_a_lease_stays_out_until_the_lease_is_over(Amnesia how) {
        List<RedisServer> servers =
                bench.servers(3, how == Amnesia.RESTARTED_WITH_DATA ? Memory.APPEND_ONLY_FILE : Memory.NONE);
        RedisQuorumLeaseStore store = admitted(servers, TIMEOUT, LONGEST);
        servers.get(2).pause();
        LeaseTime longest = LeaseTime.of(LONGEST);
        long began = System.nanoTime();
        long fence = granted(store.acquire(NAME, Token.random(), "holder", longest));
        servers.get(2).resume();
        forget(servers.get(1), how);

        // One node has the lease, one has forgotten it or may have, one never knew it: two of three would be free.
        Optional<Long> next = Optional.empty();
        while (next.isEmpty()) {
            next = tryToTake(store);
        }
        Duration after = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(after.compareTo(LONGEST) >= 0, "granted again after " + after);
        assertTrue(next.get() > fence);
    }

    @Test
    void new_nodes_stay_out_until_they_are_admitted() {
        List<RedisServer> servers = bench.servers(3, Memory.NONE);
        RedisQuorumLeaseStore store = quorum(servers, TIMEOUT, LONGEST);
        StoreFailure failure = assertThrows(
                StoreFailure.class, () -> store.acquire(NAME, Token.random(), "early", LeaseTime.of(LONGEST)));
        assertFalse(failure.outcomeUnknown());
        assertTrue(String.valueOf(failure.getMessage()).contains("stay out"), failure.getMessage());
        store.admitAll();
        granted(store.acquire(NAME, Token.random(), "holder", LeaseTime.of(LONGEST)));
    }

    @Test
    void what_makes_no_majority_is_refused() {
        List<RedisServer> servers = bench.servers(3, Memory.NONE);
        for (List<Integer> indexes : List.of(List.of(0), List.of(0, 1), List.of(0, 1, 2, 0))) {
            List<Integer> ports =
                    indexes.stream().map(i -> servers.get(i).port()).toList();
            assertThrows(IllegalArgumentException.class, () -> bench.quorum(ports, builder -> builder));
        }
        List<Integer> twice = List.of(
                servers.get(0).port(), servers.get(1).port(), servers.get(0).port());
        assertThrows(UnsupportedRedis.class, () -> bench.quorum(twice, builder -> builder));
        RedisQuorumLeaseStore store = admitted(servers, RedisBench.PATIENT, HOUR);
        LeaseTime tooLong = LeaseTime.of(Duration.ofHours(2));
        assertThrows(IllegalArgumentException.class, () -> store.acquire(NAME, Token.random(), "holder", tooLong));
        assertThrows(IllegalArgumentException.class, () -> store.renew(NAME, Token.random(), tooLong));
    }

    private void forget(RedisServer server, Amnesia how) {
        if (how == Amnesia.FLUSHED) {
            bench.commands(server).flushall();
        } else {
            server.kill();
            server.startAgain();
        }
    }

    private static Optional<Long> tryToTake(RedisQuorumLeaseStore store) {
        try {
            return store.acquire(NAME, Token.random(), "next", LeaseTime.of(LONGEST))
                            instanceof LeaseAnswer.Granted granted
                    ? Optional.of(granted.fence().number())
                    : Optional.empty();
        } catch (StoreFailure noMajority) {
            return Optional.empty();
        }
    }

    /** Taken, refused to others, renewed, listed and released. */
    private static void assertWorks(RedisQuorumLeaseStore store) {
        Token token = Token.random();
        long fence = granted(store.acquire(NAME, token, "holder", LONG));
        assertEquals(fence, granted(store.acquire(NAME, token, "holder", LONG)), "again with the same token");
        Duration left = assertInstanceOf(LeaseAnswer.Held.class, store.acquire(NAME, Token.random(), "other", LONG))
                .left();
        assertTrue(left.compareTo(LONG.value()) <= 0 && left.compareTo(Duration.ofSeconds(20)) > 0, left.toString());
        assertTrue(store.renew(NAME, token, LONG));
        assertFalse(store.renew(NAME, Token.random(), LONG));
        assertFalse(store.release(NAME, Token.random()));
        assertEquals(List.of(fence), fences(store));
        assertTrue(store.release(NAME, token));
        assertFalse(store.release(NAME, token));
        assertEquals(List.of(), store.holders(10));
        Token second = Token.random();
        assertTrue(granted(store.acquire(NAME, second, "next", LONG)) > fence);
        assertTrue(store.release(NAME, second));
    }

    private static List<Long> fences(RedisQuorumLeaseStore store) {
        return store.holders(10).stream()
                .map(LeaseHolder::fence)
                .map(fence -> fence.number())
                .toList();
    }

    private static void take(RedisServer server, Away away) {
        if (away == Away.DEAD) {
            server.kill();
        } else {
            server.pause();
        }
    }

    private static void giveBack(RedisServer server, Away away) {
        if (away == Away.DEAD) {
            server.startAgain();
        } else {
            server.resume();
        }
    }

    private RedisQuorumLeaseStore admitted(List<RedisServer> servers, Duration timeout, Duration longest) {
        RedisQuorumLeaseStore store = quorum(servers, timeout, longest);
        store.admitAll();
        return store;
    }

    private RedisQuorumLeaseStore quorum(List<RedisServer> servers, Duration timeout, Duration longest) {
        return bench.quorum(
                servers.stream().map(RedisServer::port).toList(),
                builder -> builder.timeout(timeout).longestLease(longest));
    }
}
