package dev.referee.desk.demo;

import dev.referee.application.command.CommandFailure;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.StoreFailure;
import dev.referee.desk.DeskRefusal;
import dev.referee.desk.users.DeskUsers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(DemoConfiguration.class);

    /** Prepares the case before the first request is taken, if there are users for it. */
    @Bean
    SmartInitializingSingleton demoCase(PermitCommands commands, DeskUsers users) {
        return () -> {
            if (users.demoNames().isEmpty()) {
                return;
            }
            try {
                new DemoCase(commands)
                        .prepare()
                        .ifPresent(refusal -> LOG.warn(
                                "Case {} was not made by the demo and is left as it is: {}", DemoCase.ID, refusal));
            } catch (CommandFailure | StoreFailure failure) {
                throw new DeskRefusal("The demo's case could not be prepared: " + failure.getMessage() + ".", failure);
            }
        };
    }
}
