package dev.referee.application.port;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.domain.command.Check;

/**
 * Where keys of actions are claimed and their results kept. Safe for many threads and, where the store is shared, for many processes.
 *
 * <p>Each call is one atomic step by the store's own clock; nothing that its callers' clocks say matters. It commits by itself: called while
 * the thread holds a transaction on the same store, it throws {@link TransactionAlreadyActive}. Every method throws {@link StoreFailure} if the
 * store failed; then nothing is known about the key but what was known before.
 *
 * <p>A key is live from its claim until its time to live is over, whatever happens in between but {@link #release}. A key that is not live is
 * new, whatever it stood for.
 */
public interface IdempotencyStore {

    /** The most rows that {@link #deleteExpired} takes out at once. */
    int MOST_DELETED = 10_000;

    /**
     * Claims the key if it is not live. Of any number who do that at the same time one acquires it, with at least half of the time to live
     * before it. If the call fails, the key may have been claimed all the same, and is pending then until its time is over.
     *
     * @param digest of what is asked for; while the key is live, another digest is {@link ClaimAnswer.Mismatch} in every state
     * @param time from now; extended by nothing
     */
    ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time);

    /**
     * Records the result of the claim that has this token, if it is live; all of that is tested by the store. May be repeated with the same
     * result when a reply was lost.
     *
     * @return false if the claim was lost: it expired, or was released, or somebody else has the key now, or another result was recorded; then
     *     nothing is changed
     * @throws StoreFailure of unknown outcome also if a reply was lost and the claim had ended when the store was asked again
     */
    boolean record(IdempotencyKey key, Token token, ActionResult result);

    /**
     * Ends the claim that has this token, if it is live and has no result: the key is new from then on.
     *
     * @return false if the claim was lost, or has a result; then nothing is changed
     */
    boolean release(IdempotencyKey key, Token token);

    /**
     * Deletes keys whose time to live is over, and no other; so many at most, the oldest first. To be called again as long as it gives the
     * limit.
     *
     * @param limit 1 to {@link #MOST_DELETED}
     * @return how many were deleted
     */
    int deleteExpired(int limit);

    /**
     * This store within the transaction that the calling thread holds: a claim is visible to others, and a result is recorded, when that
     * transaction commits, and is gone with its rollback. Others who claim the same key meanwhile wait for it.
     *
     * @throws UnsupportedOperationException if the store takes part in no transaction, with the reason
     */
    default IdempotencyStore joined() {
        throw new UnsupportedOperationException("this store takes part in no transaction");
    }

    /** Returns the limit if it is one for {@link #deleteExpired}. */
    static int checkLimit(int limit) {
        return (int) Check.range("limit", limit, 1, MOST_DELETED);
    }
}
