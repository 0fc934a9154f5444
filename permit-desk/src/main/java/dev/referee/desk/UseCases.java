package dev.referee.desk;

import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.Adapter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The engine and the use cases, over whichever adapter was opened: all that it takes to embed them. */
@Configuration(proxyBeanMethods = false)
class UseCases {

    @Bean
    CommandEngine commandEngine(Adapter adapter) {
        return CommandEngine.over(adapter).build();
    }

    @Bean
    PermitCommands permitCommands(CommandEngine engine, Adapter adapter) {
        return PermitCommands.over(engine, adapter.permitCases(), adapter.caseIds());
    }
}
