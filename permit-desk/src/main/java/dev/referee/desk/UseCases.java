package dev.referee.desk;

import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.Adapter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The use cases, over whichever adapter was opened; adapter and engine are the starter's. */
@Configuration(proxyBeanMethods = false)
class UseCases {

    @Bean
    PermitCommands permitCommands(CommandEngine engine, Adapter adapter) {
        return PermitCommands.over(engine, adapter.permitCases(), adapter.caseIds());
    }
}
