package dev.referee.spring;

import dev.referee.adapter.jdbc.MigrationMode;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Referee uses the application's database.
 *
 * @param schema schema of the tables, made if it is not there; empty for the connection's own
 * @param tablePrefix begins the name of each of Referee's tables: a-z, 0-9 and underscore, at most 31
 * @param migration whether tables are migrated at the start, or only checked
 * @param networkSlack how long after the server should have ended a statement a silent connection is given up: 100 ms to 10 minutes
 * @param idempotency claims of idempotency keys
 */
@ConfigurationProperties("referee")
public record RefereeProperties(
        @DefaultValue("") String schema,
        @DefaultValue("referee_") String tablePrefix,
        @DefaultValue("migrate") MigrationMode migration,
        @DefaultValue("2s") Duration networkSlack,
        @DefaultValue Idempotency idempotency) {

    /**
     * Claims of idempotency keys.
     *
     * @param enabled whether there is a store of claims, and a table for it
     * @param table name of the table of claims: a-z, 0-9 and underscore, at most 31
     * @param timeToLive how long a key lives from its claim on, its result included: 1 s to 30 days
     * @param purgeInterval how often expired keys are deleted: 1 s or more; 0 for never
     */
    public record Idempotency(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("referee_idempotency") String table,
            @DefaultValue("24h") Duration timeToLive,
            @DefaultValue("10m") Duration purgeInterval) {}
}
