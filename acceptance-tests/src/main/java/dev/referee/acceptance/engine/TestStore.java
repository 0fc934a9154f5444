package dev.referee.acceptance.engine;

import dev.referee.application.port.Feature;
import java.net.InetSocketAddress;

/** One empty set of tables, or what stands for them. Safe for many threads. */
public interface TestStore extends AutoCloseable {

    /** Connects a node. The suite closes it before the store. */
    Node node(NodeOptions options);

    /** All rows of all tables as they are committed now. */
    Snapshot snapshot();

    /** How many sessions wait for a lock, as the engine itself tells; those of other stores on the same server not counted. */
    int blockedSessions();

    /** A program that knows nothing of Referee. Needs {@link Feature#FOREIGN_KEYS} or {@link Feature#DEADLOCK_DETECTION}. */
    default RawSession rawSession() {
        throw new HookMissing(Feature.FOREIGN_KEYS);
    }

    /** Where the server listens. Needs {@link Feature#NETWORK}. */
    default InetSocketAddress address() {
        throw new HookMissing(Feature.NETWORK);
    }

    /** How another process reaches these tables. Needs {@link Feature#DURABILITY}. */
    default Entrance entrance() {
        throw new HookMissing(Feature.DURABILITY);
    }

    @Override
    void close();

    /**
     * How another process with the same class path opens the store.
     *
     * @param opener the name of a public class with a public constructor without parameters that is an {@link Opener}
     * @param where what its method is given
     */
    record Entrance(String opener, String where) {}

    /** Opens a store in another process. */
    interface Opener {
        Node open(String where, NodeOptions options);
    }
}
