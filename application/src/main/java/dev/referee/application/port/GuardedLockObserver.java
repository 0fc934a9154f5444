package dev.referee.application.port;

import dev.referee.application.lock.LockName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Keeps an observer's failures away from the locks that it observes. */
record GuardedLockObserver(LockObserver observer) implements LockObserver {

    private static final Logger LOG = System.getLogger(GuardedLockObserver.class.getName());

    @Override
    public void waited(LockKind kind, Duration waited) {
        guarded(() -> observer.waited(kind, waited));
    }

    @Override
    public void busy(LockKind kind) {
        guarded(() -> observer.busy(kind));
    }

    @Override
    public void duplicate(String guard) {
        guarded(() -> observer.duplicate(guard));
    }

    @Override
    public void leaseLost(LockName name) {
        guarded(() -> observer.leaseLost(name));
    }

    @Override
    public void claimLost(String queue) {
        guarded(() -> observer.claimLost(queue));
    }

    private static void guarded(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a lock observer failed; the lock is not affected", e);
        }
    }
}
