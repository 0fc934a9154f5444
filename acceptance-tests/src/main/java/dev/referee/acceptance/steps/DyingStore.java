package dev.referee.acceptance.steps;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.util.Optional;
import java.util.function.Supplier;

/** A store that dies in the midst of a call, as its caller sees it: before the call has its effect, or after it, with the reply lost. */
public final class DyingStore implements IdempotencyStore {

    /** When it dies. */
    public enum Moment {
        BEFORE_THE_EFFECT,
        AFTER_THE_EFFECT
    }

    /** The calls in which it can die. */
    public enum In {
        CLAIM,
        RECORD,
        RELEASE,
        DELETE_EXPIRED
    }

    private final IdempotencyStore store;
    private final In in;
    private final Moment moment;
    private final boolean comesBack;
    private volatile boolean dead;
    private volatile boolean died;

    private DyingStore(IdempotencyStore store, In in, Moment moment, boolean comesBack) {
        this.store = store;
        this.in = in;
        this.moment = moment;
        this.comesBack = comesBack;
    }

    /** One that stays dead. */
    public static DyingStore forGood(IdempotencyStore store, In in, Moment moment) {
        return new DyingStore(store, in, moment, false);
    }

    /** One that serves the next call again, as after a lost connection. */
    public static DyingStore once(IdempotencyStore store, In in, Moment moment) {
        return new DyingStore(store, in, moment, true);
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        return call(In.CLAIM, () -> store.claim(key, digest, time));
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return call(In.RECORD, () -> store.record(key, token, result));
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return call(In.RELEASE, () -> store.release(key, token));
    }

    @Override
    public int deleteExpired(int limit) {
        return call(In.DELETE_EXPIRED, () -> store.deleteExpired(limit));
    }

    private <R> R call(In call, Supplier<R> served) {
        if (dead) {
            throw failure();
        }
        if (call != in || died) {
            return served.get();
        }
        died = true;
        dead = !comesBack;
        Optional<R> lost = moment == Moment.AFTER_THE_EFFECT ? Optional.of(served.get()) : Optional.empty();
        StoreFailure failure = failure();
        lost.ifPresent(reply -> failure.addSuppressed(new IllegalStateException("the reply that was lost: " + reply)));
        throw failure;
    }

    private StoreFailure failure() {
        return new StoreFailure(
                comesBack ? FailureKind.CONNECTION_LOST : FailureKind.UNAVAILABLE,
                Phase.COMMIT,
                true,
                "the store died",
                new IllegalStateException("ordered by the test"));
    }
}
