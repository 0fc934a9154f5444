package dev.referee.spring;

import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.port.ActionObserver;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Claims of idempotency keys, in a table of their own, and what uses them. */
@AutoConfiguration(after = RefereeJdbcAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "referee.idempotency.enabled", matchIfMissing = true)
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
    ExpiredClaims refereeExpiredClaims(IdempotencyStore store, RefereeProperties properties) {
        Duration interval = properties.idempotency().purgeInterval();
        if (!interval.isZero() && interval.compareTo(SHORTEST_INTERVAL) < 0) {
            throw new InvalidValue("referee.idempotency.purge-interval", "must be 0, or 1 s or more, but is " + interval);
        }
        return new ExpiredClaims(store, interval);
    }
}
