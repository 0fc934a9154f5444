package dev.referee.application.port;

import dev.referee.application.lock.LockName;
import java.time.Duration;

/**
 * Is told what locks outside the command engine do, for metrics; the engine tells its own to {@link CommandObserver}. Called on the caller's
 * thread, often inside its transaction; must be quick and safe for many threads. What it throws is logged and dropped.
 */
public interface LockObserver {

    LockObserver NONE = new LockObserver() {};

    /** The same observer, whose failures are logged and dropped; for those who tell it. */
    static LockObserver guarded(LockObserver observer) {
        return new GuardedLockObserver(observer);
    }

    /** A lock was had or refused, or asking for it failed (a deadlock, a lost connection), after this time, the round trip included. */
    default void waited(LockKind kind, Duration waited) {}

    /** Somebody else held the lock until the wait ended. */
    default void busy(LockKind kind) {}

    /**
     * A unique constraint settled a race.
     *
     * @param guard the declared meaning of the constraint that fired
     */
    default void duplicate(String guard) {}

    /** A lease ended before its holder released it, or its holder can no longer know. */
    default void leaseLost(LockName name) {}

    /**
     * A worker was told that its claim is lost: its job was taken over, finished or given back before.
     *
     * @param queue the name of the job's queue
     */
    default void claimLost(String queue) {}
}
