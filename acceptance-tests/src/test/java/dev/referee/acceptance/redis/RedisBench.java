package dev.referee.acceptance.redis;

import dev.referee.acceptance.servers.RedisServer;
import dev.referee.adapter.redis.RedisLeaseStore;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What a test of leases in Redis needs; closes all of it, the last first. Used by one thread at a time. */
final class RedisBench implements AutoCloseable {

    static final LockName NAME = new LockName("customer/4711 \u00e9\ud83d\ude00 'x'");
    static final LeaseTime SHORT = LeaseTime.of(Duration.ofMillis(200));
    static final LeaseTime LONG = LeaseTime.of(Duration.ofSeconds(30));

    /** Long enough for a machine that is busy with other things. */
    static final Duration PATIENT = Duration.ofSeconds(10);

    private final RedisClient client = RedisClient.create();
    private final List<Runnable> toClose = new ArrayList<>();

    RedisServer server(RedisServer.Memory memory, String... options) {
        RedisServer server = RedisServer.start(memory, options);
        toClose.add(server::close);
        return server;
    }

    List<RedisServer> servers(int n, RedisServer.Memory memory) {
        List<RedisServer> servers = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            servers.add(server(memory));
        }
        return servers;
    }

    RedisLeaseStore store(RedisServer server) {
        return store(server.port(), PATIENT);
    }

    RedisLeaseStore store(int port, Duration timeout) {
        RedisLeaseStore store =
                RedisLeaseStore.on(client, uri(port)).timeout(timeout).open();
        toClose.add(store::close);
        return store;
    }

    RedisQuorumLeaseStore quorum(
            List<Integer> ports, Function<RedisQuorumLeaseStore.Builder, RedisQuorumLeaseStore.Builder> settings) {
        RedisQuorumLeaseStore store = settings.apply(RedisQuorumLeaseStore.of(
                                client, ports.stream().map(RedisBench::uri).toList())
                        .timeout(PATIENT))
                .open();
        toClose.add(store::close);
        return store;
    }

    RedisCommands<String, String> commands(RedisServer server) {
        StatefulRedisConnection<String, String> connection = client.connect(uri(server.port()));
        toClose.add(connection::close);
        return connection.sync();
    }

    RedisClient client() {
        return client;
    }

    static RedisURI uri(int port) {
        return RedisURI.create("127.0.0.1", port);
    }

    static String leaseKey(LockName name) {
        return "referee:lease:" + name.value();
    }

    static String fenceKey(LockName name) {
        return "referee:fence:" + name.value();
    }

    @Override
    public void close() {
        Collections.reverse(toClose);
        toClose.forEach(Runnable::run);
        client.shutdown(0, 5, TimeUnit.SECONDS);
    }
}
