package dev.referee.application.idempotency;

import dev.referee.application.lock.Token;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.retry.RetryBudget;
import dev.referee.application.retry.RetryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A claim that was acquired, for whoever ends it. The store is asked again, after a pause, what may be asked twice: its reply was lost, or it
 * rolled back for a reason that passes. Immutable.
 */
public record Claim(IdempotencyStore store, IdempotencyKey key, Token token) {

    /** The result must not be lost for a moment's failure. */
    private static final RetryPolicy REPEATS = RetryPolicy.DEFAULT
            .withAttempts(4)
            .withTotal(Duration.ofSeconds(5))
            .withPauses(Duration.ofMillis(5), Duration.ofMillis(500));

    /**
     * Records the result.
     *
     * @return false if the claim was lost
     * @throws StoreFailure if the store failed each time, or if it refuses now what it may have done before: then the outcome is unknown
     */
    public boolean record(ActionResult result) {
        return repeated(() -> store.record(key, token, result));
    }

    /**
     * Ends the claim: its key is new from then on.
     *
     * @return false if the claim was lost, or has a result
     * @throws StoreFailure as {@link #record}
     */
    public boolean release() {
        return repeated(() -> store.release(key, token));
    }

    /** An interrupt is put off until it is done: it was for the action, whose end this is, and some drivers close the connection of who has one. */
    private static boolean repeated(BooleanSupplier call) {
        boolean interrupted = Thread.interrupted();
        try {
            return repeatedUndisturbed(call);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean repeatedUndisturbed(BooleanSupplier call) {
        RetryBudget budget = new RetryBudget(REPEATS);
        Optional<StoreFailure> unknown = Optional.empty();
        for (int attempt = 1; ; attempt++) {
            Optional<Boolean> answer = Optional.empty();
            try {
                answer = Optional.of(call.getAsBoolean());
            } catch (StoreFailure e) {
                // What is unknown is not known better by a repeat that got nowhere.
                StoreFailure told = unknown.orElse(e);
                if (told != e) {
                    told.addSuppressed(e);
                }
                boolean again = e.kind().isPassing() || e.outcomeUnknown();
                if (!again || !budget.pauseAfter(attempt)) {
                    throw told;
                }
                unknown = Optional.of(told).filter(StoreFailure::outcomeUnknown);
            }
            if (answer.isPresent()) {
                if (!answer.get() && unknown.isPresent()) {
                    throw unknown.get();
                }
                return answer.get();
            }
        }
    }
}
