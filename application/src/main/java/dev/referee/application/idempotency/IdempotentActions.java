package dev.referee.application.idempotency;

import dev.referee.application.lock.Token;
import dev.referee.application.port.ActionObserver;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions that are not one aggregate's command once for each key, and gives everybody who comes with the key the same result. Safe for
 * many threads, virtual ones included; one for a store is enough.
 *
 * <pre>{@code
 * IdempotentActions actions = IdempotentActions.over(store).timeToLive(Duration.ofDays(1)).build();
 * ActionAnswer answer = actions.run(
 *         Action.of(key, digest).authorisedBy(() -> mayRefund(clerk)),
 *         () -> ActionResult.of(Map.of("refund", provider.refund(order))));
 * }</pre>
 *
 * <p>The order is always the same: authorise, check the expected revision, claim the key, run, record the result. Who is refused learns nothing
 * of the key, and a replay is authorised like a first call. If the store fails at the claim, the action is not run.
 *
 * <p>An action is run again only once its key is not live any more: its time to live is over, or its handler failed and {@link
 * FailedHandler#RELEASE} was settled for it. So a time to live is longer than the action ever takes, and longer than callers repeat it. An
 * action that was cut off between its effect and the record is pending until then, and is then run again: what must not happen twice even so
 * needs a unique key of its own where its effect is.
 */
public final class IdempotentActions {

    /** The longest that {@link Builder#waitUpTo} allows. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final IdempotencyStore store;
    private final TimeToLive timeToLive;
    private final Duration wait;
    private final FailedHandler whenHandlerFails;
    private final ActionObserver observer;
    private final Waits waits = new Waits();

    private IdempotentActions(Builder builder) {
        this.store = builder.store;
        this.timeToLive = builder.timeToLive;
        this.wait = builder.wait;
        this.whenHandlerFails = builder.whenHandlerFails;
        this.observer = ActionObserver.guarded(builder.observer);
    }

    /** Begins with a time to live of one day, no waiting, {@link FailedHandler#KEEP}, and no observer. */
    public static Builder over(IdempotencyStore store) {
        return new Builder(store);
    }

    /**
     * Runs the action, unless its key is known.
     *
     * @throws X what the handler threw, unchanged
     * @throws StoreFailure if the store failed at the claim, or while this waited: the action was not run by this call
     * @throws dev.referee.application.port.TransactionAlreadyActive if the thread holds a transaction on the same store: the action was not run
     * @throws ResultRejected if the action was run, and gave no JSON
     * @throws ResultNotRecorded if the action was run, and its result could not be recorded
     */
    public <X extends Exception> ActionAnswer run(Action action, ActionHandler<X> handler) throws X {
        long startedAt = System.nanoTime();
        Call call = new Call(action);
        ClaimAnswer claim = null;
        if (call.allowed()) {
            claim = call.claim();
            if (claim instanceof ClaimAnswer.Pending pending && !wait.isZero()) {
                long deadline = startedAt + wait.toNanos();
                claim = waits.await(action, pending.left(), deadline, call::allowed, call::claim)
                        .orElse(null);
            }
        }
        if (claim == null) {
            return refused(action, call.refusal.orElseThrow());
        }
        if (claim instanceof ClaimAnswer.Acquired acquired) {
            return ran(action, acquired.token(), handler);
        }
        return notRun(action, claim, startedAt);
    }

    /** One call, by its own thread. */
    private final class Call {

        private final Action action;
        private Optional<Refusal> refusal = Optional.empty();

        Call(Action action) {
            this.action = action;
        }

        boolean allowed() {
            refusal = action.refusal();
            return refusal.isEmpty();
        }

        ClaimAnswer claim() {
            return store.claim(action.key(), action.digest(), timeToLive);
        }
    }

    private ActionAnswer refused(Action action, Refusal refusal) {
        observer.refused(namespace(action), refusal.code());
        return new ActionAnswer.Refused(refusal);
    }

    private ActionAnswer notRun(Action action, ClaimAnswer claim, long startedAt) {
        if (claim instanceof ClaimAnswer.Completed completed) {
            observer.replayed(namespace(action));
            return new ActionAnswer.Replayed(completed.result());
        }
        if (claim instanceof ClaimAnswer.Pending pending) {
            observer.pending(namespace(action), since(startedAt));
            return new ActionAnswer.Pending(pending.left());
        }
        observer.mismatch(namespace(action));
        return new ActionAnswer.Mismatch();
    }

    private <X extends Exception> ActionAnswer ran(Action action, Token token, ActionHandler<X> handler) throws X {
        long startedAt = System.nanoTime();
        ActionResult result = handled(action, token, handler);
        Duration time = since(startedAt);
        record(action, token, result);
        waits.hurry(action);
        observer.ran(namespace(action), time);
        return new ActionAnswer.Ran(result);
    }

    private <X extends Exception> ActionResult handled(Action action, Token token, ActionHandler<X> handler) throws X {
        try {
            return required(handler.run());
        } catch (NotJson e) {
            observer.handlerFailed(namespace(action));
            throw new ResultRejected(action.key(), e);
        } catch (Exception e) {
            observer.handlerFailed(namespace(action));
            if (action.whenHandlerFails().orElse(whenHandlerFails) == FailedHandler.RELEASE) {
                release(action, token, e);
            }
            throw e;
        } catch (Error e) {
            observer.handlerFailed(namespace(action));
            throw e;
        }
    }

    /** Java allows what the signature does not. */
    private static ActionResult required(@Nullable ActionResult result) {
        if (result == null) {
            throw NotJson.whole("the handler gave Java's null, where ActionResult.NULL is the result of nothing");
        }
        return result;
    }

    private void release(Action action, Token token, Exception thrown) {
        try {
            new Claim(store, action.key(), token).release();
        } catch (RuntimeException e) {
            if (e != thrown) {
                thrown.addSuppressed(e);
            }
        }
        waits.hurry(action);
    }

    private void record(Action action, Token token, ActionResult result) {
        boolean recorded;
        try {
            recorded = new Claim(store, action.key(), token).record(result);
        } catch (RuntimeException e) {
            observer.notRecorded(namespace(action));
            throw ResultNotRecorded.failed(action.key(), result, e);
        }
        if (!recorded) {
            observer.notRecorded(namespace(action));
            throw ResultNotRecorded.lost(action.key(), result);
        }
    }

    private static Namespace namespace(Action action) {
        return action.key().namespace();
    }

    private static Duration since(long startedAt) {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    /** Collects the settings. Not safe for many threads. */
    public static final class Builder {

        private final IdempotencyStore store;
        private TimeToLive timeToLive = TimeToLive.of(Duration.ofDays(1));
        private Duration wait = Duration.ZERO;
        private FailedHandler whenHandlerFails = FailedHandler.KEEP;
        private ActionObserver observer = ActionObserver.NONE;

        private Builder(IdempotencyStore store) {
            this.store = store;
        }

        /**
         * How long a key lives from its claim, its result included.
         *
         * @param time 1 s to 30 days
         */
        public Builder timeToLive(Duration time) {
            timeToLive = TimeToLive.of(time);
            return this;
        }

        /**
         * How long a call waits for another one that runs the same action, before it answers {@link ActionAnswer.Pending}. The store is asked
         * once for each call, and then more and more rarely for all threads together that wait for one action, and when the claim ends: then
         * one of them runs the action. Whoever waited is checked again before it is given anything. A store that does not answer can make it
         * later, by its own limits. A thread that is interrupted stops waiting and stays interrupted.
         *
         * @param limit 0, which means not at all, to 1 minute
         */
        public Builder waitUpTo(Duration limit) {
            if (limit.isNegative() || limit.compareTo(LONGEST_WAIT) > 0) {
                throw new IllegalArgumentException(
                        "wait for an action must be 0 to " + LONGEST_WAIT + ", but is " + limit);
            }
            wait = limit;
            return this;
        }

        /** What becomes of the key of a handler that throws an exception. */
        public Builder whenHandlerFails(FailedHandler then) {
            whenHandlerFails = then;
            return this;
        }

        /** Is told what becomes of actions. */
        public Builder observer(ActionObserver actionObserver) {
            observer = actionObserver;
            return this;
        }

        public IdempotentActions build() {
            return new IdempotentActions(this);
        }
    }
}
