package dev.referee.adapter.jdbc;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;

/**
 * Claims in a table of an SQL database, shared by all processes that use it. Holds no connection of its own and needs no closing; the data
 * source stays its owner's. Safe for many threads.
 *
 * <p>Each call takes 10 seconds at most for all that the database does, and then throws a {@link
 * dev.referee.application.port.StoreFailure}. A call whose connection was lost is repeated twice at most within that time, on a fresh one,
 * and knows its own claim again: a claim whose reply was lost is still acquired once.
 *
 * <p>Called in a transaction of the same data source, each method throws {@link
 * dev.referee.application.port.TransactionAlreadyActive}, whose message names the ways out. On SQLite it does so too for a transaction on
 * the same file that Spring has bound under another data source with the same URL; any other would be waited for until the time is over.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore {

    private final Capabilities capabilities;
    private final IdempotencyStore own;
    private final IdempotencyStore joined;

    JdbcIdempotencyStore(Capabilities capabilities, IdempotencyStore own, IdempotencyStore joined) {
        this.capabilities = capabilities;
        this.own = own;
        this.joined = joined;
    }

    /** What the database gives. */
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        return own.claim(key, digest, time);
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return own.record(key, token, result);
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return own.release(key, token);
    }

    @Override
    public int deleteExpired(int limit) {
        return own.deleteExpired(limit);
    }

    /**
     * The store within the READ COMMITTED transaction that Spring has bound for the calling thread under the same data source. Nothing is
     * repeated there, and a failure of the store leaves that transaction only rollback; a key that somebody else has is none. What is
     * refused is thrown as {@link IllegalStateException}: no such transaction, a read-only one, or another isolation level.
     */
    @Override
    public IdempotencyStore joined() {
        return joined;
    }
}
