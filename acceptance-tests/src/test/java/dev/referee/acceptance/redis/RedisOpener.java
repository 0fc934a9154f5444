package dev.referee.acceptance.redis;

import dev.referee.acceptance.engine.LeaseEngine;
import dev.referee.acceptance.engine.LeaseFixture.Connected;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Opener;
import dev.referee.adapter.redis.RedisLeaseStore;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.application.lock.LeaseTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Opens a store in this process, or in another. */
public final class RedisOpener implements Opener {

    private static final String SEPARATOR = " ";

    /** Is called by name. */
    public RedisOpener() {}

    static String where(List<RedisURI> uris, String prefix) {
        return prefix
                + SEPARATOR
                + uris.stream().map(uri -> uri.toURI().toString()).collect(Collectors.joining(SEPARATOR));
    }

    @Override
    public Node open(String where, NodeOptions options) {
        String[] parts = where.split(SEPARATOR, -1);
        RedisClient client = RedisClient.create();
        Connected connected =
                open(client, Stream.of(parts).skip(1).map(RedisURI::create).toList(), parts[0]);
        return LeaseEngine.node(new Connected(connected.leases(), () -> {
            connected.disconnect().run();
            client.shutdown();
        }));
    }

    static Connected open(RedisClient client, List<RedisURI> uris, String prefix) {
        if (uris.size() == 1) {
            RedisLeaseStore one =
                    RedisLeaseStore.on(client, uris.get(0)).prefix(prefix).open();
            return new Connected(one, one::close);
        }
        RedisQuorumLeaseStore many = RedisQuorumLeaseStore.of(client, uris)
                .prefix(prefix)
                .longestLease(LeaseTime.MAX)
                .open();
        return new Connected(many, many::close);
    }
}
