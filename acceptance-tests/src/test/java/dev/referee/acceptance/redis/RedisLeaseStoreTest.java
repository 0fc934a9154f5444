package dev.referee.acceptance.redis;

import static dev.referee.acceptance.redis.RedisBench.LONG;
import static dev.referee.acceptance.redis.RedisBench.NAME;
import static dev.referee.acceptance.redis.RedisBench.SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.acceptance.steps.Await;
import dev.referee.adapter.redis.RedisLeaseStore;
import dev.referee.adapter.redis.UnsupportedRedis;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases on one Redis: what is stored, what it survives, and what it refuses. */
class RedisLeaseStoreTest {

    private final RedisBench bench = new RedisBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_lease_is_taken_held_renewed_and_released() {
        RedisLeaseStore store = bench.store(bench.server(Memory.NONE));
        Token first = Token.random();
        long fence = granted(store.acquire(NAME, first, "first", LONG));
        assertEquals(fence, granted(store.acquire(NAME, first, "first", LONG)), "again with the same token");
        Duration left = assertInstanceOf(LeaseAnswer.Held.class, store.acquire(NAME, Token.random(), "second", LONG))
                .left();
        assertTrue(left.compareTo(LONG.value()) <= 0 && left.compareTo(Duration.ofSeconds(20)) > 0, left.toString());
        assertTrue(store.renew(NAME, first, SHORT));
        assertTrue(store.renew(NAME, first, LONG));
        assertFalse(store.renew(NAME, Token.random(), LONG));
        assertFalse(store.release(NAME, Token.random()));
        List<LeaseHolder> holders = store.holders(10);
        assertEquals(1, holders.size());
        assertEquals(NAME, holders.get(0).name());
        assertEquals("first", holders.get(0).holder());
        assertEquals(fence, holders.get(0).fence().number());
        assertTrue(store.release(NAME, first));
        assertFalse(store.release(NAME, first), "a repeated release finds nothing");
        assertEquals(List.of(), store.holders(10));
        assertTrue(granted(store.acquire(NAME, Token.random(), "second", LONG)) > fence);
    }

    @Test
    void the_lease_key_expires_and_the_fence_key_does_not() {
        RedisServer server = bench.server(Memory.NONE);
        RedisCommands<String, String> redis = bench.commands(server);
        RedisLeaseStore store = bench.store(server);
        Token token = Token.random();
        long fence = granted(store.acquire(NAME, token, "holder", SHORT));
        long ttl = redis.pttl(RedisBench.leaseKey(NAME));
        assertTrue(ttl > 0 && ttl <= 201, "ttl " + ttl);
        assertEquals(-1, redis.pttl(RedisBench.fenceKey(NAME)));
        assertEquals(Long.toString(fence), redis.get(RedisBench.fenceKey(NAME)));
        Await.until("the key is gone", () -> redis.exists(RedisBench.leaseKey(NAME)) == 0);
        assertFalse(store.renew(NAME, token, LONG));
        assertFalse(store.release(NAME, token));
        assertEquals(List.of(), store.holders(10));
        assertTrue(granted(store.acquire(NAME, token, "holder", LONG)) > fence, "the same token, but another lease");
        assertEquals(1, store.holders(10).size());
    }

    @Test
    void holders_come_in_the_order_of_their_names_up_to_the_limit() {
        RedisLeaseStore store = bench.store(bench.server(Memory.NONE));
        for (String name : List.of("c", "a", "b", "B")) {
            store.acquire(new LockName(name), Token.random(), "holder of " + name, LONG);
        }
        assertEquals(
                List.of("B", "a", "b"),
                store.holders(3).stream().map(held -> held.name().value()).toList());
    }

    @Test
    void fences_rise_after_the_store_was_flushed_and_after_scripts_were() {
        RedisServer server = bench.server(Memory.NONE);
        RedisCommands<String, String> redis = bench.commands(server);
        RedisLeaseStore store = bench.store(server);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            long fence = granted(store.acquire(NAME, Token.random(), "holder", LONG));
            assertTrue(fence > last, fence + " after " + last);
            last = fence;
            redis.flushall();
            redis.scriptFlush();
        }
    }

    @Test
    void fences_rise_from_the_counter_when_the_clock_is_behind_it() {
        RedisServer server = bench.server(Memory.NONE);
        RedisCommands<String, String> redis = bench.commands(server);
        RedisLeaseStore store = bench.store(server);
        redis.set(RedisBench.fenceKey(NAME), "8000000000000000");
        Token token = Token.random();
        assertEquals(8_000_000_000_000_001L, granted(store.acquire(NAME, token, "holder", LONG)));
        assertTrue(store.release(NAME, token));
        assertEquals(8_000_000_000_000_002L, granted(store.acquire(NAME, token, "holder", LONG)));
    }

    @Test
    void what_was_acknowledged_survives_a_kill_with_an_append_only_file() {
        RedisServer server = bench.server(Memory.APPEND_ONLY_FILE);
        RedisLeaseStore store = bench.store(server);
        assertTrue(store.capabilities().whyNot(Feature.DURABILITY).isEmpty());
        Token token = Token.random();
        long fence = granted(store.acquire(NAME, token, "holder", LONG));
        server.kill();
        server.startAgain();
        assertInstanceOf(LeaseAnswer.Held.class, store.acquire(NAME, Token.random(), "other", LONG));
        assertEquals(fence, granted(store.acquire(NAME, token, "holder", LONG)));
        assertTrue(store.renew(NAME, token, LONG));
        assertTrue(store.release(NAME, token));
    }

    @Test
    void without_persistence_a_killed_server_forgets_leases_but_its_fences_rise() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server);
        assertTrue(store.capabilities().whyNot(Feature.DURABILITY).isPresent());
        assertTrue(store.capabilities().whyNot(Feature.DURABLE_FENCES).isPresent());
        Token token = Token.random();
        long fence = granted(store.acquire(NAME, token, "holder", LONG));
        server.kill();
        server.startAgain();
        assertTrue(granted(store.acquire(NAME, Token.random(), "other", LONG)) > fence);
        assertFalse(store.renew(NAME, token, LONG));
        assertFalse(store.release(NAME, token));
    }

    @Test
    void a_server_that_may_evict_is_refused() {
        for (String policy : List.of("allkeys-lru", "volatile-ttl")) {
            RedisServer server = bench.server(Memory.NONE, "--maxmemory", "100mb", "--maxmemory-policy", policy);
            UnsupportedRedis refused = assertThrows(UnsupportedRedis.class, () -> bench.store(server));
            assertTrue(String.valueOf(refused.getMessage()).contains(policy));
        }
        bench.store(bench.server(Memory.NONE, "--maxmemory", "100mb", "--maxmemory-policy", "noeviction"));
        bench.store(bench.server(Memory.NONE, "--maxmemory-policy", "allkeys-lru"));
    }

    @Test
    void bad_input_is_refused_before_the_server_is_asked() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server);
        server.kill();
        for (String holder : List.of("", " ", "x".repeat(201), "a\u0000b")) {
            assertThrows(RuntimeException.class, () -> store.acquire(NAME, Token.random(), holder, LONG));
        }
        assertThrows(RuntimeException.class, () -> store.holders(0));
        assertThrows(RuntimeException.class, () -> store.holders(10_001));
        RedisURI uri = RedisBench.uri(server.port());
        for (String prefix : List.of("", "a b", "x".repeat(65), "{a}")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> RedisLeaseStore.on(bench.client(), uri).prefix(prefix));
        }
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofMinutes(2))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> RedisLeaseStore.on(bench.client(), uri).timeout(timeout));
        }
    }

    static long granted(LeaseAnswer answer) {
        return assertInstanceOf(LeaseAnswer.Granted.class, answer).fence().number();
    }
}
