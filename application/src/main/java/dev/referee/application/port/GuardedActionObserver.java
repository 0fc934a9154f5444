package dev.referee.application.port;

import dev.referee.domain.command.Namespace;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Keeps an observer's failures away from the actions that it observes. */
record GuardedActionObserver(ActionObserver observer) implements ActionObserver {

    private static final Logger LOG = System.getLogger(GuardedActionObserver.class.getName());

    @Override
    public void ran(Namespace namespace, Duration time) {
        guarded(() -> observer.ran(namespace, time));
    }

    @Override
    public void replayed(Namespace namespace) {
        guarded(() -> observer.replayed(namespace));
    }

    @Override
    public void pending(Namespace namespace, Duration waited) {
        guarded(() -> observer.pending(namespace, waited));
    }

    @Override
    public void mismatch(Namespace namespace) {
        guarded(() -> observer.mismatch(namespace));
    }

    @Override
    public void refused(Namespace namespace, String code) {
        guarded(() -> observer.refused(namespace, code));
    }

    @Override
    public void notRecorded(Namespace namespace) {
        guarded(() -> observer.notRecorded(namespace));
    }

    @Override
    public void handlerFailed(Namespace namespace) {
        guarded(() -> observer.handlerFailed(namespace));
    }

    private static void guarded(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "an action observer failed; the action is not affected", e);
        }
    }
}
