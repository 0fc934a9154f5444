package dev.referee.adapter.redis;

import dev.referee.application.port.Capabilities;
import dev.referee.application.port.Feature;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What stores in Redis give, and what they do not. */
final class Abilities {

    static final String ONE_FENCE =
            "A fence number can fall back if its counter is lost (flushed, evicted, deleted, not yet copied or saved at a failover or"
                    + " restart) and the clock of the server that answers next is behind the last number.";

    static final String QUORUM_FENCE =
            "A fence number can fall back if its counter is lost on so many nodes that a majority without it can be had, and the clocks"
                    + " of all of that majority are behind the last number.";

    private static final Set<Feature> GIVEN =
            EnumSet.of(Feature.CONNECTIONS, Feature.NETWORK, Feature.SEVERAL_PROCESSES);

    private Abilities() {}

    static Capabilities ofOne(ServerFacts facts) {
        return of("Redis", facts, ONE_FENCE);
    }

    static Capabilities ofMajority(ServerFacts facts, int nodes) {
        return of("Redis, a majority of " + nodes, facts, QUORUM_FENCE);
    }

    private static Capabilities of(String engine, ServerFacts facts, String fences) {
        Map<Feature, String> missing = new EnumMap<>(Feature.class);
        for (Feature feature : Feature.values()) {
            if (!GIVEN.contains(feature)) {
                missing.put(feature, "Redis keeps leases only.");
            }
        }
        missing.put(Feature.DURABLE_FENCES, fences);
        if (facts.appendOnlyFile()) {
            missing.remove(Feature.DURABILITY);
        } else {
            missing.put(
                    Feature.DURABILITY,
                    "The server keeps no append-only file: what it was told since its last snapshot goes with its process.");
        }
        return new Capabilities(engine, facts.version(), false, false, missing);
    }
}
