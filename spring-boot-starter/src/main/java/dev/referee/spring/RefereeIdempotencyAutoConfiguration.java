package dev.referee.spring;

import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.port.ActionObserver;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What is used through a store of claims, whether it was configured from a data source or is a bean of the application's. */
@AutoConfiguration(after = RefereeJdbcAutoConfiguration.class)
@EnableConfigurationProperties(RefereeProperties.class)
public final class RefereeIdempotencyAutoConfiguration {

    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

    /** Their settings beyond the time to live are for a bean of the application's own. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(IdempotencyStore.class)
    IdempotentActions refereeIdempotentActions(
            IdempotencyStore store, RefereeProperties properties, ObjectProvider<ActionObserver> observer) {
        IdempotentActions.Builder actions = IdempotentActions.over(store)
                .timeToLive(properties.idempotency().timeToLive());
        observer.ifUnique(actions::observer);
        return actions.build();
    }

    @Bean
    @ConditionalOnSingleCandidate(IdempotencyStore.class)
    PeriodicDeletion refereePeriodicDeletion(IdempotencyStore store, RefereeProperties properties) {
        Duration interval = properties.idempotency().purgeInterval();
        if (!interval.isZero() && interval.compareTo(SHORTEST_INTERVAL) < 0) {
            throw new InvalidValue(
                    "referee.idempotency.purge-interval", "must be 0, or 1 s or more, but is " + interval);
        }
        return new PeriodicDeletion(store, interval);
    }
}
