package dev.referee.desk.store;

import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.IdempotencyStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Claims beside an adapter that somebody has given the context: there is no database then. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(Adapter.class)
class MemoryConfiguration {

    @Bean
    IdempotencyStore idempotencyStore() {
        return InMemoryIdempotencyStore.create();
    }
}
