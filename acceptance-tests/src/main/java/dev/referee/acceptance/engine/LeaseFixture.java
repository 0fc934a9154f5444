package dev.referee.acceptance.engine;

import dev.referee.application.lock.LockName;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseStore;
import java.net.InetSocketAddress;

/**
 * A store that keeps leases and nothing else, as the suite sees it. Made cheaply, started once in a run, and closed at its end. Used by one test
 * at a time; what its stores give is used by many threads.
 */
public interface LeaseFixture extends AutoCloseable {

    /** The store's name in the report, such as {@code redis}. */
    String name();

    /**
     * Starts the store's server, or connects to it.
     *
     * @return the version, as the server states it
     * @throws EngineUnavailable if it cannot be had here: its tests are then skipped with this reason
     */
    String start() throws EngineUnavailable;

    /** A store without any lease, nor any fence number. The one before it is closed by then. */
    Store openEmpty();

    @Override
    void close();

    /** One empty store. Safe for many threads. */
    interface Store extends AutoCloseable {

        /**
         * Connects a node.
         *
         * @param options pool size and time-out as far as there is a pool; {@link NodeOptions#throughPort} always
         */
        Connected node(NodeOptions options);

        /** Ends the lease as its time does: by putting its deadline into the past, or by setting the store's clock. */
        void expire(LockName name);

        /** As {@link TestStore#reopen}. */
        default void reopen() {}

        /** Where the server listens. Needs {@link Feature#NETWORK}. */
        default InetSocketAddress address() {
            throw new HookMissing(Feature.NETWORK);
        }

        /** How another process reaches it; see {@link LeaseEngine#node} for its opener. Needs {@link Feature#DURABILITY}. */
        default TestStore.Entrance entrance() {
            throw new HookMissing(Feature.DURABILITY);
        }

        @Override
        void close();
    }

    /**
     * A node's own store.
     *
     * @param disconnect ends the node's connections
     */
    record Connected(LeaseStore leases, Runnable disconnect) {}
}
