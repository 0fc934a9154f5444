package dev.referee.application.idempotency;

import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A store of one key for many threads, whose next calls fare as was written down beforehand, and which counts them. */
final class ScriptedClaims implements IdempotencyStore {

    /** Runs before a call is served; what it throws is the call's. One for each coming call; none: it is served. */
    final Deque<Runnable> before = new ArrayDeque<>();

    /** Runs after a call was served; what it throws is the call's. One for each coming call. */
    final Deque<Runnable> after = new ArrayDeque<>();

    final List<String> calls = new CopyOnWriteArrayList<>();

    /** When the last call came, by {@link System#nanoTime}. */
    volatile long lastCallAt;

    private Optional<Token> owner = Optional.empty();
    private Optional<ActionDigest> digest = Optional.empty();
    private Optional<ActionResult> result = Optional.empty();
    private long expiresAt;

    static StoreFailure failure(FailureKind kind) {
        return new StoreFailure(
                kind, Phase.COMMIT, kind == FailureKind.CONNECTION_LOST, "scripted", new Exception("cause"));
    }

    /** Somebody elsewhere claims the key. */
    synchronized Token claimElsewhere(ActionDigest by, Duration time) {
        Token token = Token.random();
        owner = Optional.of(token);
        digest = Optional.of(by);
        result = Optional.empty();
        expiresAt = System.nanoTime() + time.toNanos();
        return token;
    }

    synchronized void completeElsewhere(ActionResult given) {
        result = Optional.of(given);
    }

    synchronized void expire() {
        expiresAt = System.nanoTime();
    }

    synchronized boolean isLive() {
        return owner.isPresent() && expiresAt - System.nanoTime() > 0;
    }

    synchronized Optional<ActionResult> stored() {
        return result;
    }

    long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest asked, TimeToLive time) {
        return call("claim", () -> {
            if (!isLive()) {
                return new ClaimAnswer.Acquired(claimElsewhere(asked, time.value()));
            }
            if (!digest.equals(Optional.of(asked))) {
                return new ClaimAnswer.Mismatch();
            }
            return result.<ClaimAnswer>map(ClaimAnswer.Completed::new)
                    .orElseGet(() ->
                            new ClaimAnswer.Pending(Duration.ofNanos(Math.max(0, expiresAt - System.nanoTime()))));
        });
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult given) {
        return call("record", () -> {
            boolean own = isLive()
                    && owner.equals(Optional.of(token))
                    && result.orElse(given).equals(given);
            result = own ? Optional.of(given) : result;
            return own;
        });
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return call("release", () -> {
            boolean own = isLive() && owner.equals(Optional.of(token)) && result.isEmpty();
            owner = own ? Optional.empty() : owner;
            return own;
        });
    }

    @Override
    public int deleteExpired(int limit) {
        return 0;
    }

    private <A> A call(String name, Supplier<A> served) {
        calls.add(name);
        lastCallAt = System.nanoTime();
        next(before).run();
        A answer;
        synchronized (this) {
            answer = served.get();
        }
        next(after).run();
        return answer;
    }

    private synchronized Runnable next(Deque<Runnable> script) {
        return script.isEmpty() ? () -> {} : script.pop();
    }
}
