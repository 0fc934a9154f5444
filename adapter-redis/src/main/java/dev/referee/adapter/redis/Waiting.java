package dev.referee.adapter.redis;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/** Waits for what ends by itself, and tells failures as the ports do. */
final class Waiting {

    private Waiting() {}

    static Reply reply(CompletableFuture<Reply> asked) {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Trouble trouble) {
                throw trouble.toStoreFailure();
            }
            throw new IllegalStateException("a question to Redis failed in a way that is not known", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Says that nobody waits: how it ends changes nothing. */
    static void forNobody(Future<?> running) {
        Objects.requireNonNull(running);
    }

    /** Others in this process wanted the same name first, and the store kept them waiting. */
    static StoreFailure noTurn() {
        String message =
                "others in this process waited for the Redis nodes until the time had passed; no node was asked";
        return new StoreFailure(FailureKind.UNAVAILABLE, Phase.BEGIN, false, message, new TimeoutException(message));
    }

    /** The thread stays interrupted. */
    static StoreFailure interruptedBeforeAsking(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StoreFailure(
                FailureKind.REJECTED, Phase.BEGIN, false, "interrupted before the Redis nodes were asked", e);
    }

    /** The thread stays interrupted. */
    static StoreFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StoreFailure(
                FailureKind.REJECTED, Phase.COMMIT, true, "interrupted while waiting for the answer of Redis", e);
    }
}
