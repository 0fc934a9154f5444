package dev.referee.acceptance.engine;

import dev.referee.application.port.IdempotencyStore;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.opentest4j.TestAbortedException;

/**
 * An idempotency store of one's own, as the suite sees it: a fresh store for each test, and a clock that the test moves. Made cheaply, started once
 * in a run, and closed at its end. Used by one test at a time; what its stores give is used by many threads.
 */
public interface IdempotencyFixture extends AutoCloseable {

    /** The store's name in the report. */
    default String name() {
        return getClass().getSimpleName();
    }

    /**
     * Starts what the store needs.
     *
     * @return the version, for the report
     * @throws EngineUnavailable if it cannot be had here: its tests are then skipped with this reason
     */
    default String start() throws EngineUnavailable {
        return "no version";
    }

    /** A store without any claim. The one before it is closed by then. */
    Store openEmpty();

    @Override
    default void close() {}

    /**
     * One empty store. Safe for many threads. Two methods are needed; each of the others makes some more rules run, which are skipped with the
     * reason otherwise.
     */
    interface Store extends AutoCloseable {

        /** The store under test. */
        IdempotencyStore idempotency();

        /**
         * Moves the clock by which claims end: by setting it, or by moving the end of every claim the other way.
         *
         * @param by ahead, or back if it is negative
         */
        void advance(Duration by);

        /** Whether that clock stands still in between: then its edges are tested to the millisecond. */
        default boolean standsStill() {
            return false;
        }

        /** Another node's view of the same claims, with connections of its own. By default the same object again. */
        default IdempotencyStore another() {
            return idempotency();
        }

        /** A view of the same claims by a client whose own clock is ahead by so much, or behind if it is negative. */
        default IdempotencyStore underClock(Duration ahead) {
            throw missing("client with a clock of its own");
        }

        /** Where the store's server listens, for rules of lost requests and replies. */
        default InetSocketAddress address() {
            throw missing("address of a server");
        }

        /** As {@link #another()}, but it connects to this port of 127.0.0.1 in place of {@link #address()}. */
        default IdempotencyStore throughPort(int port) {
            throw missing("way through another port");
        }

        /** Whether the store takes part in its caller's transactions, and the next two methods say how. */
        default boolean joins() {
            return false;
        }

        /**
         * Runs work in a transaction that the caller begins on the store's own connections, and commits it. What the work throws is thrown here
         * after a rollback.
         *
         * @return whether it was committed
         */
        default boolean inTransaction(Isolation isolation, Runnable work) {
            throw missing("transaction to take part in");
        }

        /** How many sessions wait for a lock now. Asked only beside {@link #inTransaction}. */
        default int blockedSessions() {
            throw missing("look at sessions that wait");
        }

        /** Ends what keeps the store, without a warning, and starts it again. All that was given before is of no further use. */
        default void reopen() {
            throw missing("way to end and reopen it");
        }

        /** How another process reaches it; {@link IdempotencyEngine#node} is what its opener gives. */
        default TestStore.Entrance entrance() {
            throw missing("entrance for another process");
        }

        @Override
        default void close() {}

        private static TestAbortedException missing(String hook) {
            return new TestAbortedException("the fixture gives no " + hook);
        }
    }
}
