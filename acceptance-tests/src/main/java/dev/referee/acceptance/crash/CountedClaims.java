package dev.referee.acceptance.crash;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A store of claims that tells of each that it gives, and counts those that it does not give yet. */
final class CountedClaims implements IdempotencyStore {

    private final IdempotencyStore store;
    private final AtomicLong pending = new AtomicLong();

    CountedClaims(IdempotencyStore store) {
        this.store = store;
    }

    long pending() {
        return pending.get();
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        long before = micros();
        ClaimAnswer answer = store.claim(key, digest, time);
        long after = micros();
        if (answer instanceof ClaimAnswer.Acquired) {
            Child.say(StormWorkers.ACQUIRED + key.key() + " " + before + " " + after);
        } else if (answer instanceof ClaimAnswer.Pending) {
            pending.incrementAndGet();
        }
        return answer;
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return store.record(key, token, result);
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
