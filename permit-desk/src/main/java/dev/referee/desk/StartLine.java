package dev.referee.desk;

import dev.referee.desk.store.DeskStore;
import dev.referee.desk.users.DeskUsers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says once, when the desk is ready, where it answers and where it keeps its cases. */
@Component
class StartLine {

    private static final Logger LOG = LoggerFactory.getLogger(StartLine.class);

    private final Environment environment;
    private final ObjectProvider<DeskStore> store;
    private final DeskUsers users;

    StartLine(Environment environment, ObjectProvider<DeskStore> store, DeskUsers users) {
        this.environment = environment;
        this.store = store;
        this.users = users;
    }

    @EventListener(ApplicationReadyEvent.class)
    void print() {
        LOG.info(
                "The permit desk answers on port {} and keeps its cases in {}.{}",
                environment.getProperty("local.server.port"),
                store.stream().findFirst().map(DeskStore::description).orElse("memory"),
                users.demoNames().isEmpty()
                        ? ""
                        : " Demo users, password demo: " + String.join(", ", users.demoNames()) + ".");
    }
}
