package dev.referee.application.idempotency;

import dev.referee.application.idempotency.SharedWait.News;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The threads that wait, by what they wait for. */
final class Waits {

    private record Of(IdempotencyKey key, ActionDigest digest) {

        static Of action(Action action) {
            return new Of(action.key(), action.digest());
        }
    }

    private final ConcurrentMap<Of, SharedWait> waits = new ConcurrentHashMap<>();

    /**
     * Waits until the store gives another answer than {@link ClaimAnswer.Pending}, to whichever thread asks for all, up to a moment of {@link
     * System#nanoTime}. An answer that gives the claim to this thread is this thread's alone.
     *
     * @param left the claim's, as the store has just said
     * @param allowed asked before the store is, and before another thread's answer is taken
     * @return empty if it was not allowed any more
     * @throws StoreFailure if the store failed, whichever thread has asked it
     */
    Optional<ClaimAnswer> await(
            Action action, Duration left, long deadline, BooleanSupplier allowed, Supplier<ClaimAnswer> ask) {
        Of of = Of.action(action);
        SharedWait wait = waits.compute(of, (key, there) -> {
            SharedWait joined = there == null ? new SharedWait(left) : there;
            joined.threads++;
            return joined;
        });
        try {
            while (true) {
                switch (wait.await(deadline)) {
                    case STOP -> {
                        return Optional.of(new ClaimAnswer.Pending(wait.left()));
                    }
                    case LOOK -> {
                        News news = wait.news().orElseThrow();
                        return allowed.getAsBoolean() ? Optional.of(answer(news)) : Optional.empty();
                    }
                    case ASK -> {
                        Optional<ClaimAnswer> answer = asked(of, wait, allowed, ask);
                        if (!(answer.orElse(null) instanceof ClaimAnswer.Pending)) {
                            return answer;
                        }
                    }
                }
            }
        } finally {
            wait.passOn();
            waits.computeIfPresent(of, (key, there) -> there == wait && --wait.threads == 0 ? null : there);
        }
    }

    private Optional<ClaimAnswer> asked(Of of, SharedWait wait, BooleanSupplier allowed, Supplier<ClaimAnswer> ask) {
        boolean told = false;
        try {
            if (!allowed.getAsBoolean()) {
                return Optional.empty();
            }
            ClaimAnswer answer = ask.get();
            if (answer instanceof ClaimAnswer.Pending pending) {
                wait.pending(pending.left());
                told = true;
            } else if (!(answer instanceof ClaimAnswer.Acquired)) {
                tell(of, wait, new News(Optional.of(answer), Optional.empty()));
                told = true;
            }
            return Optional.of(answer);
        } catch (StoreFailure e) {
            tell(of, wait, new News(Optional.empty(), Optional.of(e)));
            told = true;
            throw e;
        } finally {
            if (!told) {
                wait.stopAsking();
            }
        }
    }

    /** Whoever comes from now on begins anew. */
    private void tell(Of of, SharedWait wait, News news) {
        waits.remove(of, wait);
        wait.tell(news);
    }

    private static ClaimAnswer answer(News news) {
        news.failure().ifPresent(e -> {
            // One of its own for each thread: an exception collects what each adds to it.
            throw new StoreFailure(e.kind(), e.phase(), e.outcomeUnknown(), String.valueOf(e.getMessage()), e);
        });
        return news.answer().orElseThrow();
    }

    /** The action's key has a result now, or is new again. */
    void hurry(Action action) {
        Optional.ofNullable(waits.get(Of.action(action))).ifPresent(SharedWait::hurry);
    }
}
