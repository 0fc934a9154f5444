package dev.referee.acceptance.redis;

import static dev.referee.acceptance.redis.RedisBench.LONG;
import static dev.referee.acceptance.redis.RedisBench.NAME;
import static dev.referee.acceptance.redis.RedisBench.SHORT;
import static dev.referee.acceptance.redis.RedisLeaseStoreTest.granted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.net.Ending;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.net.Traffic;
import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.acceptance.steps.Await;
import dev.referee.adapter.redis.RedisLeaseStore;
import dev.referee.application.lock.Token;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.StoreFailure;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a call when the network or the server fails: it ends in time, tells the truth, and takes no effect later. */
class RedisFailureTest {

    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final Duration TOLERANCE = Duration.ofMillis(700);

    private final RedisBench bench = new RedisBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_lost_reply_is_told_and_the_repeat_gives_the_same_lease(Ending ending) {
        RedisServer server = bench.server(Memory.NONE);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port()).endWith(ending)) {
            RedisLeaseStore store = bench.store(proxy.port(), RedisBench.PATIENT);
            RedisCommands<String, String> redis = bench.commands(server);
            warmUp(store);
            Token token = Token.random();

            proxy.cutReplyToNextRequestWith("EVALSHA");
            assertUnknown(() -> store.acquire(NAME, token, "holder", LONG));
            long fence = Long.parseLong(redis.get(RedisBench.fenceKey(NAME)));
            assertEquals(fence, granted(store.acquire(NAME, token, "holder", LONG)), "it was done, once");

            proxy.cutReplyToNextRequestWith("EVALSHA");
            assertUnknown(() -> store.renew(NAME, token, LONG));
            assertTrue(store.renew(NAME, token, LONG));

            proxy.cutReplyToNextRequestWith("EVALSHA");
            assertUnknown(() -> store.release(NAME, token));
            assertFalse(store.release(NAME, token), "it was released by the request whose reply was lost");
            assertTrue(granted(store.acquire(NAME, Token.random(), "next", LONG)) > fence);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_was_lost_is_not_sent_again_behind_the_callers_back(Ending ending) {
        RedisServer server = bench.server(Memory.NONE);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port()).endWith(ending)) {
            RedisLeaseStore store = bench.store(proxy.port(), RedisBench.PATIENT);
            RedisCommands<String, String> redis = bench.commands(server);
            warmUp(store);
            proxy.cutNextRequestWith("EVALSHA");
            assertUnknown(() -> store.acquire(NAME, Token.random(), "lost", LONG));
            // A call on the next connection comes after all that could have been sent again on it.
            assertFalse(store.renew(NAME, Token.random(), LONG));
            assertEquals(0, redis.exists(RedisBench.leaseKey(NAME)));
            assertTrue(granted(store.acquire(NAME, Token.random(), "next", LONG)) > 0);
        }
    }

    @Test
    void a_stopped_server_is_given_up_in_time_and_does_nothing_late() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server.port(), TIMEOUT);
        RedisCommands<String, String> redis = bench.commands(server);
        warmUp(store);
        long fence = granted(store.acquire(NAME, Token.random(), "before", SHORT));
        server.pause();
        assertEndsInTime(() -> store.acquire(NAME, Token.random(), "late", LONG));
        assertEndsInTime(() -> store.renew(NAME, Token.random(), LONG));
        assertEndsInTime(() -> store.holders(1));
        server.resume();
        // What the stopped server still finds in its sockets is behind its time; the answer to this comes after all of
        // it on that connection,
        // and others have nothing of ours.
        Await.until("the short lease is over", () -> redis.exists(RedisBench.leaseKey(NAME)) == 0);
        Await.until(
                "the held-up commands are answered",
                () -> redis.clientList()
                        .lines()
                        .allMatch(line -> line.contains("qbuf=0") || line.contains("cmd=client")));
        assertEquals(0, redis.exists(RedisBench.leaseKey(NAME)), "the acquisition that was given up took no effect");
        assertEquals(Long.toString(fence), redis.get(RedisBench.fenceKey(NAME)));
        assertTrue(granted(store.acquire(NAME, Token.random(), "after", LONG)) > fence);
    }

    @Test
    void what_the_network_held_back_does_nothing_late() {
        RedisServer server = bench.server(Memory.NONE);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
            RedisLeaseStore store = bench.store(proxy.port(), TIMEOUT);
            RedisCommands<String, String> redis = bench.commands(server);
            warmUp(store);
            long calls = calls(redis);
            String fence = redis.get(RedisBench.fenceKey(NAME));
            proxy.silence();
            assertEndsInTime(() -> store.acquire(NAME, Token.random(), "late", LONG));
            proxy.restore();
            Await.until("the command comes", () -> calls(redis) > calls);
            assertEquals(0, redis.exists(RedisBench.leaseKey(NAME)));
            assertEquals(fence, redis.get(RedisBench.fenceKey(NAME)));
            Await.until("the store has a connection again", () -> isGranted(store));
        }
    }

    @Test
    void a_server_that_is_gone_is_told_and_found_again() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server);
        warmUp(store);
        server.kill();
        StoreFailure lost = assertThrows(StoreFailure.class, () -> acquire(store));
        StoreFailure refused = assertThrows(StoreFailure.class, () -> acquire(store));
        assertTrue(lost.kind() == FailureKind.CONNECTION_LOST || lost.kind() == FailureKind.UNAVAILABLE);
        assertEquals(FailureKind.UNAVAILABLE, refused.kind());
        assertFalse(refused.outcomeUnknown(), "nothing was sent");
        server.startAgain();
        assertTrue(granted(acquire(store)) > 0);
    }

    @Test
    void errors_of_the_server_are_told_as_what_they_mean() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server);
        RedisCommands<String, String> redis = bench.commands(server);
        redis.set(RedisBench.leaseKey(NAME), "not a lease");
        assertEquals(
                FailureKind.REJECTED,
                assertThrows(StoreFailure.class, () -> acquire(store)).kind());
        redis.del(RedisBench.leaseKey(NAME));
        RedisServer primary = bench.server(Memory.NONE);
        redis.replicaof(primary.host(), primary.port());
        Await.until("it is a replica", () -> redis.info("replication").contains("master_link_status:up"));
        StoreFailure readOnly = assertThrows(StoreFailure.class, () -> acquire(store));
        assertEquals(FailureKind.CONNECTION_LOST, readOnly.kind());
        assertFalse(readOnly.outcomeUnknown());
        redis.replicaofNoOne();
        assertTrue(granted(acquire(store)) > 0);
    }

    @Test
    void an_interrupted_caller_goes_on_at_once_and_stays_interrupted() {
        RedisServer server = bench.server(Memory.NONE);
        RedisLeaseStore store = bench.store(server);
        warmUp(store);
        server.pause();
        Thread.currentThread().interrupt();
        StoreFailure failure = assertThrows(StoreFailure.class, () -> acquire(store));
        assertTrue(Thread.interrupted());
        server.resume();
        assertEquals(FailureKind.REJECTED, failure.kind());
        assertTrue(failure.outcomeUnknown());
    }

    @Test
    void each_call_is_one_round_trip() {
        RedisServer server = bench.server(Memory.NONE);
        try (TcpProxy proxy = TcpProxy.to(server.host(), server.port()).delay(TcpProxy.COUNTING_DELAY)) {
            RedisLeaseStore store = bench.store(proxy.port(), RedisBench.PATIENT);
            Token token = Token.random();
            assertEquals(2, trips(proxy, () -> store.acquire(NAME, token, "holder", LONG)), "the text is told once");
            assertEquals(2, trips(proxy, () -> store.renew(NAME, token, LONG)));
            assertEquals(2, trips(proxy, () -> store.release(NAME, token)));
            assertEquals(1, trips(proxy, () -> store.acquire(NAME, token, "holder", LONG)));
            assertEquals(1, trips(proxy, () -> store.renew(NAME, token, LONG)));
            assertEquals(1, trips(proxy, () -> store.release(NAME, token)));
        }
    }

    private static long trips(TcpProxy proxy, Runnable call) {
        Traffic before = proxy.traffic();
        call.run();
        return proxy.traffic().since(before).roundTrips();
    }

    /** Lets the server know the scripts, so that the next request is the one that counts. */
    static void warmUp(RedisLeaseStore store) {
        Token token = Token.random();
        store.acquire(NAME, token, "warm-up", LONG);
        store.renew(NAME, token, LONG);
        store.release(NAME, token);
        store.holders(1);
    }

    private static long calls(RedisCommands<String, String> redis) {
        return redis.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("^cmdstat_evalsha:calls=(\\d+),.*$", "$1")))
                .sum();
    }

    private static LeaseAnswer acquire(RedisLeaseStore store) {
        return store.acquire(NAME, Token.random(), "holder", LONG);
    }

    private static boolean isGranted(RedisLeaseStore store) {
        try {
            return acquire(store) instanceof LeaseAnswer.Granted;
        } catch (StoreFailure notYet) {
            return false;
        }
    }

    private static void assertUnknown(Supplier<?> call) {
        StoreFailure failure = assertThrows(StoreFailure.class, call::get);
        assertEquals(FailureKind.CONNECTION_LOST, failure.kind());
        assertTrue(failure.outcomeUnknown());
    }

    private static void assertEndsInTime(Supplier<?> call) {
        long began = System.nanoTime();
        StoreFailure failure = assertThrows(StoreFailure.class, call::get);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(took.compareTo(TIMEOUT.plus(TOLERANCE)) < 0, "took " + took);
        assertTrue(failure.kind() == FailureKind.CONNECTION_LOST || failure.kind() == FailureKind.UNAVAILABLE);
    }
}
