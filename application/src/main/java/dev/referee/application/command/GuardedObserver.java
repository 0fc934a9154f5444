package dev.referee.application.command;

import dev.referee.application.port.CommandObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/** Keeps an observer's failures away from the commands that it observes. */
final class GuardedObserver {

    private static final Logger LOG = System.getLogger(GuardedObserver.class.getName());

    private final CommandObserver observer;

    GuardedObserver(CommandObserver observer) {
        this.observer = observer;
    }

    void tell(Consumer<CommandObserver> what) {
        try {
            what.accept(observer);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a command observer failed; the command is not affected", e);
        }
    }
}
