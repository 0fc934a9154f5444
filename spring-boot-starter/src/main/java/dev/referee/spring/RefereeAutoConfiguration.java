package dev.referee.spring;

import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.LockObserver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** What is used through an adapter, whether it was configured from a data source or is a bean of the application's. Beans that are observers are
 * told; of several none is. */
@AutoConfiguration(after = RefereeJdbcAutoConfiguration.class)
@ConditionalOnSingleCandidate(Adapter.class)
public final class RefereeAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    CommandEngine refereeCommandEngine(Adapter adapter, ObjectProvider<CommandObserver> observer) {
        CommandEngine.Builder engine = CommandEngine.over(adapter);
        observer.ifUnique(engine::observer);
        return engine.build();
    }

    /** Made when it is asked for: an adapter of somebody else's need not have all that it is made of. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    Transactions refereeTransactions(Adapter adapter, ObjectProvider<LockObserver> observer) {
        return Transactions.over(adapter).observedBy(observer.getIfUnique(() -> LockObserver.NONE));
    }

    /** Its holder's name is the application's. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    Leases refereeLeases(
            Adapter adapter, ObjectProvider<LockObserver> observer, @Value("${spring.application.name:}") String name) {
        Leases.Builder leases = Leases.over(adapter.leases());
        observer.ifUnique(leases::observer);
        if (!name.isBlank()) {
            leases.holder(name);
        }
        return leases.build();
    }
}
