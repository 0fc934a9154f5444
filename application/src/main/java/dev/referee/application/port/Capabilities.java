package dev.referee.application.port;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an adapter's engine gives, as its server reported it.
 *
 * @param engine the product's name, such as {@code PostgreSQL}
 * @param version the version as the server states it
 * @param childInsertWaits whether inserting a child waits for the holder of its parent's row lock
 * @param failedStatementAborts whether a failed statement aborts the transaction on the server; either way the adapter lets it only roll back
 * @param missing the features that are absent, each with the reason in one sentence
 */
public record Capabilities(
        String engine,
        String version,
        boolean childInsertWaits,
        boolean failedStatementAborts,
        Map<Feature, String> missing) {

    public Capabilities {
        EnumMap<Feature, String> copy = new EnumMap<>(Feature.class);
        copy.putAll(missing);
        missing = Map.copyOf(copy);
    }

    /** Why the feature is absent; empty if it is there. */
    public Optional<String> whyNot(Feature feature) {
        return Optional.ofNullable(missing.get(feature));
    }
}
