package dev.referee.cookbook.wallet;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.util.function.Consumer;

/**
 * A store of claims that tells where an action is.
 *
 * @param came is told of each point before it is passed
 */
record HaltingClaims(IdempotencyStore store, Consumer<Point> came) implements IdempotencyStore {

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        came.accept(Point.BEFORE_THE_CLAIM);
        ClaimAnswer answer = store.claim(key, digest, time);
        came.accept(Point.AFTER_THE_CLAIM);
        return answer;
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        came.accept(Point.BEFORE_THE_RECORD);
        boolean recorded = store.record(key, token, result);
        came.accept(Point.AFTER_THE_RECORD);
        return recorded;
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return store.release(key, token);
    }

    @Override
    public int deleteExpired(int limit) {
        return store.deleteExpired(limit);
    }
}
