package dev.referee.docs;

import dev.referee.adapter.redis.RedisLeaseStore;
import dev.referee.adapter.redis.RedisQuorumLeaseStore;
import dev.referee.application.lock.Leases;
import dev.referee.application.port.LeaseStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;

/** How a service keeps its leases in Redis. */
final class RedisSamples {

    private RedisSamples() {}

    static Leases onOneServer() {
        // sample: one
        RedisClient client = RedisClient.create(); // yours: its threads and options are shared
        RedisLeaseStore store =
                RedisLeaseStore.on(client, RedisURI.create("redis://localhost")).open();
        Leases leases = Leases.over(store).holder("importer on node 3").build();
        // end
        return leases;
    }

    static LeaseStore onAMajority(RedisClient client, List<RedisURI> uris) {
        // sample: majority
        RedisQuorumLeaseStore store = RedisQuorumLeaseStore.of(client, uris) // 3, 5, 7 or 9, none a replica of another
                .longestLease(Duration.ofMinutes(1))
                .open();
        // end
        return store;
    }
}
