package dev.referee.acceptance.engine;

import dev.referee.application.lock.LockName;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.queue.QueueName;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.opentest4j.TestAbortedException;

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

    /**
     * Ends all sessions of this store that execute nothing at the moment, as an administrator of the server does; idle ones of pools and those
     * that hold locks are among them. Needs {@link Feature#CONNECTIONS}.
     */
    default void killIdleSessions() {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /**
     * Lets the server refuse every write of an ordinary user, sessions that are open included, as an old primary does after a fail-over; until
     * the result is closed. Needs {@link Feature#NETWORK}.
     */
    default ReadOnlyTime readOnlyServer() {
        throw new HookMissing(Feature.NETWORK);
    }

    /** The fee lines of a case as they are committed, in the order of their numbers. */
    default List<FeeLine> feeLines(CaseId id) {
        throw new UnsupportedOperationException("the fixture does not give the fee lines");
    }

    /** Ends a lease as its time does: by putting its deadline into the past, or by setting the store's clock. */
    default void expireLease(LockName name) {
        throw new UnsupportedOperationException("the fixture cannot end a lease");
    }

    /**
     * Ends what of the store runs for this test alone (a server's process, a database in a file) without a warning, and starts it again. All
     * nodes are closed by then. By default nothing: a server that other tests share goes on.
     */
    default void reopen() {}

    /** Ends the leases of all claimed jobs as their time does: by putting their ends into the past, or by setting the store's clock. */
    default void expireClaims() {
        throw new UnsupportedOperationException("the fixture cannot end a claim");
    }

    /**
     * Moves the clock by which the claims of keys ({@link Node#idempotency()}) end: by setting it, or by moving the end of every one of them the
     * other way.
     *
     * @param by ahead, or back if it is negative
     */
    default void advanceClaims(Duration by) {
        throw new UnsupportedOperationException("the fixture cannot move the clock of claims");
    }

    /** Whether the clock of {@link #advanceClaims} stands still in between. */
    default boolean claimsStandStill() {
        return false;
    }

    /**
     * The store of claims as a client sees it whose own clock is ahead by so much, or behind if it is negative. Ended with this store. By
     * default the test is skipped.
     */
    default IdempotencyStore idempotencyUnderClock(Duration ahead) {
        throw new TestAbortedException(
                "the fixture gives no client with a clock of its own: not run here. Of this library's SQL adapters"
                        + " it is known only that their classes never ask the JVM's wall clock (a rule of the build)");
    }

    /**
     * Puts so many jobs into a queue, each due long ago and a little later than the one before, and takes out what is left of them when the
     * result is closed. Quick: the rows are made by the server. Needs {@link Feature#QUERY_PLANS}.
     */
    default ManyJobs manyJobs(QueueName queue, int jobs) {
        throw new HookMissing(Feature.QUERY_PLANS);
    }

    /**
     * How the engine finds the jobs of a claim, by the very statement that the adapter runs for it. The claim is made. Needs {@link
     * Feature#QUERY_PLANS}.
     */
    default ClaimPlan claimPlan(QueueName queue, int limit) {
        throw new HookMissing(Feature.QUERY_PLANS);
    }

    /** What the adapter's table of failures says, each to be provoked on the engine itself. Needs {@link Feature#CONNECTIONS}. */
    default List<Provocation> provocations() {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /** Deletes the member with this e-mail address, as another program does, and commits. Needs {@link Feature#CONNECTIONS}. */
    default void deleteMember(String email) {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    @Override
    void close();

    /** The jobs are taken out once this is closed. */
    interface ManyJobs extends AutoCloseable {
        @Override
        void close();
    }

    /** The server takes writes again once this is closed. */
    interface ReadOnlyTime extends AutoCloseable {
        @Override
        void close();
    }

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
