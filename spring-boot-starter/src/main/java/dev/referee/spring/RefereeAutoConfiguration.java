package dev.referee.spring;

import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** What is used through an adapter, whether it was configured from a data source or is a bean of the application's. */
@AutoConfiguration(after = RefereeJdbcAutoConfiguration.class)
@ConditionalOnSingleCandidate(Adapter.class)
public final class RefereeAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    CommandEngine refereeCommandEngine(Adapter adapter) {
        return CommandEngine.over(adapter).build();
    }

    @Bean
    @ConditionalOnMissingBean
    Transactions refereeTransactions(Adapter adapter) {
        return Transactions.over(adapter);
    }
}
