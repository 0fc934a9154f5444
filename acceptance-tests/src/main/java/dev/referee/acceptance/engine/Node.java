package dev.referee.acceptance.engine;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.GuardedRow;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Feature;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Optional;

/**
 * One process' view of a store: an adapter with a pool of its own. Several nodes of one store see the same rows, as the nodes of a cluster do.
 * Safe for many threads.
 *
 * <p>A hook that the engine has no use for stays as it is here: it throws, and its {@link Feature} must stand among the adapter's missing
 * ones, so that the rule is skipped with that reason.
 */
public interface Node extends AutoCloseable {

    Adapter adapter();

    /** Where the suite's {@link Account}s are kept. */
    AggregateStore<Account> accounts();

    /**
     * As {@link #accounts()}, but its write step also runs a statement in the same transaction that fails, and swallows the failure. Needs
     * {@link Feature#CONNECTIONS}.
     */
    default AggregateStore<Account> accountsSwallowingAFailure() {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /** As {@link #accountsSwallowingAFailure()}, with a failure of this kind. */
    default AggregateStore<Account> accountsSwallowing(Swallowed failure) {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /**
     * Runs work of an embedding service in a transaction that the service itself begins on this node's connections, and commits it unless it
     * can only roll back by then. What the work throws is thrown here after a rollback. Needs {@link Feature#JOINING}.
     *
     * @return whether it was committed
     */
    default boolean inCallersTransaction(Isolation isolation, Runnable work) {
        throw new HookMissing(Feature.JOINING);
    }

    /**
     * As {@link #accounts()}, but its write step updates another account's row too, to the same values, whatever the order of the two: so
     * deadlocks come about. Needs {@link Feature#CONNECTIONS}.
     */
    default AggregateStore<Account> accountsTouchingAlso(Subject other) {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /**
     * Where rows are kept that refuse an older fence in their own update; empty if the engine keeps no rows. Needs {@link Feature#ROW_LOCKS}.
     */
    default Optional<AggregateStore<GuardedRow>> guardedRows() {
        return Optional.empty();
    }

    /** Connections that are taken from the pool now. Needs {@link Feature#CONNECTIONS}. */
    default int connectionsInUse() {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /**
     * The settings of the pool's connections, one text for each: auto-commit, isolation, read-only flag, time-outs, session variables. Takes
     * all connections for the moment. Needs {@link Feature#CONNECTIONS}.
     */
    default List<String> connectionSettings() {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /** Where the suite's {@link Member}s are kept. */
    default GuardedInsert<Member> members() {
        throw new UnsupportedOperationException("the fixture keeps no members");
    }

    /** The node's store of claims, over its own connections. */
    default IdempotencyStore idempotency() {
        throw new UnsupportedOperationException("the fixture gives no store of claims");
    }

    @Override
    void close();
}
