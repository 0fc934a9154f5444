package dev.referee.application.lock;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.retry.RetryBudget;
import dev.referee.application.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Runs one piece of work to its end: attempt after attempt, each a whole transaction. Used once, by one thread. */
final class Reruns {

    private final RetryBudget budget;
    private final List<RuntimeException> failures = new ArrayList<>();
    private boolean metDuplicate;

    Reruns(RetryPolicy policy) {
        this.budget = new RetryBudget(policy);
    }

    /** @param attempt is given the time that is left */
    <R> R run(Function<Duration, R> attempt) {
        for (int number = 1; ; number++) {
            RuntimeException failure;
            try {
                return attempt.apply(budget.remaining());
            } catch (Passing e) {
                failure = e.failure;
                if (mayBeRunAgain(e.kind) && budget.pauseAfter(number)) {
                    failures.add(failure);
                    continue;
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            failures.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private boolean mayBeRunAgain(FailureKind kind) {
        if (kind == FailureKind.DUPLICATE_AGGREGATE) {
            boolean first = !metDuplicate;
            metDuplicate = true;
            return first;
        }
        return kind.isPassing();
    }

    /**
     * Marks what was thrown out of a transaction as passing, if it was.
     *
     * @param ofUnit what the unit of work says: SQL of the work's own fails with exceptions of other kinds than ours
     */
    static RuntimeException afterFailure(RuntimeException thrown, Optional<StoreFailure> ofUnit) {
        Optional<StoreFailure> failure = thrown instanceof StoreFailure own ? Optional.of(own) : ofUnit;
        return failure.filter(f -> !f.outcomeUnknown() && !f.isBusy())
                .<RuntimeException>map(f -> new Passing(thrown, f.kind()))
                .orElse(thrown);
    }

    /** Carries a failure of a transaction that was rolled back out of it. Never leaves this package. */
    private static final class Passing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final RuntimeException failure;
        private final FailureKind kind;

        Passing(RuntimeException failure, FailureKind kind) {
            super("", failure, false, false);
            this.failure = failure;
            this.kind = kind;
        }
    }
}
