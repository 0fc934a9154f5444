package dev.referee.acceptance.redis;

import dev.referee.acceptance.engine.EngineUnavailable;
import dev.referee.acceptance.engine.LeaseFixture;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.acceptance.servers.RedisServer;
import dev.referee.acceptance.servers.RedisServer.Memory;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.application.lock.LockName;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Leases on one server, or on several that decide by majority. */
final class RedisLeases implements LeaseFixture {

    /** A port on which nothing listens. */
    private static final int NOBODY = 1;

    private final String name;
    private final int nodes;
    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisURI> uris = new ArrayList<>();
    private final RedisClient client = RedisClient.create();

    /** @param nodes 1, or how many decide by majority */
    RedisLeases(String name, int nodes) {
        this.name = name;
        this.nodes = nodes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String start() throws EngineUnavailable {
        try {
            Optional<String> own = RedisServer.callersOwn();
            if (own.isPresent() && nodes == 1) {
                uris.add(RedisURI.create(own.get()));
            } else {
                for (int i = 0; i < nodes; i++) {
                    RedisServer server = RedisServer.start(Memory.APPEND_ONLY_FILE);
                    servers.add(server);
                    uris.add(RedisBench.uri(server.port()));
                }
            }
            Connected probe = RedisOpener.open(client, uris, "referee-probe:");
            try {
                return probe.leases().capabilities().version();
            } finally {
                probe.disconnect().run();
            }
        } catch (RuntimeException e) {
            throw new EngineUnavailable("It did not start: " + e, e);
        }
    }

    @Override
    public Store openEmpty() {
        return new RedisStore("test-" + UUID.randomUUID() + ":");
    }

    @Override
    public void close() {
        client.shutdown(0, 5, TimeUnit.SECONDS);
        servers.forEach(RedisServer::close);
    }

    private final class RedisStore implements Store {

        private final String prefix;

        RedisStore(String prefix) {
            this.prefix = prefix;
            if (nodes > 1) {
                Connected connected = RedisOpener.open(client, uris, prefix);
                if (connected.leases() instanceof RedisQuorumLeaseStore quorum) {
                    quorum.admitAll();
                }
                connected.disconnect().run();
            }
        }

        @Override
        public Connected node(NodeOptions options) {
            List<RedisURI> there = new ArrayList<>(uris);
            options.throughPort().ifPresent(port -> {
                there.set(0, RedisBench.uri(port));
                if (nodes > 1) {
                    // One of three is away anyway: so no majority is without the one behind the port.
                    there.set(nodes - 1, RedisBench.uri(NOBODY));
                }
            });
            return RedisOpener.open(client, there, prefix);
        }

        @Override
        public void expire(LockName lease) {
            onEach(redis -> redis.hset(prefix + "lease:" + lease.value(), "deadline", "1"));
        }

        @Override
        public void reopen() {
            servers.forEach(RedisServer::kill);
            servers.forEach(RedisServer::startAgain);
        }

        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(uris.get(0).getHost(), uris.get(0).getPort());
        }

        @Override
        public Entrance entrance() {
            return new Entrance(RedisOpener.class.getName(), RedisOpener.where(uris, prefix));
        }

        @Override
        public void close() {
            onEach(redis -> {
                ScanIterator<String> keys = ScanIterator.scan(
                        redis, ScanArgs.Builder.matches(prefix + "*").limit(1_000));
                keys.forEachRemaining(redis::del);
            });
        }
    }

    private interface Work {
        void on(RedisCommands<String, String> redis);
    }

    private void onEach(Work work) {
        for (RedisURI uri : uris) {
            try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
                work.on(connection.sync());
            }
        }
    }
}
