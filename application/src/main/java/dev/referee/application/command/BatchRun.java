package dev.referee.application.command;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.retry.RetryBudget;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Runs one batch to its answers: attempt after attempt, each a whole transaction, until one is answered or the budget is spent. Used once, by
 * one thread.
 *
 * @param <S> the aggregate's state
 */
final class BatchRun<S> {

    private final EngineSettings settings;
    private final Batch<S> batch;
    private final TimeBudget budget;
    private final Namespace namespace;
    private final List<StoreFailure> failures;

    /** A COMMIT was handed over and its reply was lost; nothing definite has been read since. */
    private boolean inDoubt;

    BatchRun(EngineSettings settings, Batch<S> batch) {
        this(settings, batch, false, List.of());
    }

    private BatchRun(EngineSettings settings, Batch<S> batch, boolean inDoubt, List<StoreFailure> failures) {
        this.settings = settings;
        this.inDoubt = inDoubt;
        this.failures = new ArrayList<>(failures);
        this.batch = batch;
        this.budget = new TimeBudget(settings.retry(), settings.lockWait());
        this.namespace = batch.first().key().namespace();
    }

    List<CommandAnswer> answers() {
        int allowed = settings.isJoined() ? 1 : settings.retry().attempts();
        for (int attempt = 1; ; attempt++) {
            StoreFailure failure;
            try {
                return settings.inUnit(budget.remaining(), this::attempt);
            } catch (StoreFailure f) {
                failure = f;
            } catch (AggregateBusy e) {
                return failAll(key -> inDoubt
                        ? unknown(key, e)
                        : withCauses(new CaseBusy(key, budget.waited().toMillis())));
            } catch (TimeRanOut e) {
                int failed = attempt - 1;
                return failAll(key -> outOfTime(key, failed, e));
            } catch (RuntimeException e) {
                return rejected(e);
            }
            failures.add(failure);
            if (failure.outcomeUnknown()) {
                inDoubt = true;
                settings.observer().tell(o -> o.commitInDoubt(namespace));
            }
            if (!inDoubt && failure.kind() == FailureKind.UNAVAILABLE) {
                return failAll(key -> new StoreUnavailable(key, failure));
            }
            if (isFinal(failure)) {
                return rejected(failure);
            }
            if (attempt >= allowed || !pauseAfter(attempt, failure)) {
                int attempts = attempt;
                return failAll(key -> inDoubt ? unknown(key, failure) : exhausted(key, attempts));
            }
            int failed = attempt;
            settings.observer().tell(o -> o.retried(namespace, failed, failure.kind()));
        }
    }

    private List<CommandAnswer> attempt(UnitOfWork unit) {
        UnitOfWork.Locked<S> locked = lock(unit);
        Optional<S> state = locked.answer().fold(Optional::of, Optional::empty, () -> {
            throw new AggregateBusy();
        });
        // An unfinished commit of ours would still hold the row. So to have it is definite; only an opening has no row
        // to hold.
        if (state.isPresent() || !batch.opens()) {
            inDoubt = false;
        }
        List<Batch.Settled<S>> settled = batch.decide(state, locked.operations(), settings.clock());
        List<Change<?>> changes = settled.stream()
                .<Change<?>>flatMap(one -> one.change().stream())
                .toList();
        if (!changes.isEmpty()) {
            unit.commit(changes);
            inDoubt = false;
        }
        return IntStream.range(0, settled.size())
                .mapToObj(i -> answer(batch.requests().get(i).key(), settled.get(i)))
                .toList();
    }

    /** While an opening's own commit is in doubt, "there is no such operation yet" proves nothing: only what was found stored does. */
    private CommandAnswer answer(OperationKey key, Batch.Settled<S> settled) {
        return inDoubt && !settled.stored() ? new CommandAnswer.Failed(unknown(key, lastFailure())) : settled.answer();
    }

    private UnitOfWork.Locked<S> lock(UnitOfWork unit) {
        Duration wait = budget.remainingLockWait();
        if (RetryBudget.isSpent(wait)) {
            throw new TimeRanOut();
        }
        long before = System.nanoTime();
        try {
            return unit.lock(batch.store(), batch.aggregate(), LockWait.upTo(wait), batch.keys());
        } finally {
            Duration waited = Duration.ofNanos(System.nanoTime() - before);
            budget.spendLockWait(waited);
            settings.observer().tell(o -> o.lockWaited(namespace, waited));
        }
    }

    private boolean isFinal(StoreFailure failure) {
        return switch (failure.kind()) {
            case REJECTED -> !failure.outcomeUnknown();
            // Met once, the row may be a rival's and the next attempt will find it; met again without finding it, it is
            // another row's value.
            case DUPLICATE_AGGREGATE ->
                failures.stream()
                                .filter(f -> f.kind() == FailureKind.DUPLICATE_AGGREGATE)
                                .count()
                        > 1;
            case CONTENTION, DUPLICATE_OPERATION, CONNECTION_LOST, UNAVAILABLE -> false;
        };
    }

    /** One command of several may be to blame, so that each gets the answer that it would have had alone. A doubt goes on with each. */
    private List<CommandAnswer> rejected(RuntimeException failure) {
        if (batch.size() > 1 && !settings.isJoined()) {
            List<StoreFailure> before = inDoubt ? failures : List.of();
            return batch.singles().stream()
                    .flatMap(single -> new BatchRun<>(settings, single, inDoubt, before).answers().stream())
                    .toList();
        }
        return failAll(key -> inDoubt ? unknown(key, failure) : failure);
    }

    /** Returns false if no time is left for another attempt. */
    private boolean pauseAfter(int attempt, StoreFailure failure) {
        boolean duplicate =
                failure.kind() == FailureKind.DUPLICATE_OPERATION || failure.kind() == FailureKind.DUPLICATE_AGGREGATE;
        if (duplicate) {
            settings.observer().tell(o -> o.duplicate(namespace, failure.kind()));
            return !RetryBudget.isSpent(budget.remaining());
        }
        return budget.pauseAfter(attempt);
    }

    /** The time for all attempts, or for waiting, was spent before this attempt could ask for the aggregate. */
    private RuntimeException outOfTime(OperationKey key, int failedAttempts, TimeRanOut cause) {
        if (inDoubt) {
            return unknown(key, cause);
        }
        return failures.isEmpty() ? new StoreUnavailable(key, cause) : exhausted(key, failedAttempts);
    }

    private OutcomeUnknown unknown(OperationKey key, RuntimeException cause) {
        OutcomeUnknown unknown = withCauses(new OutcomeUnknown(key, cause));
        if (!failures.contains(cause)) {
            unknown.addSuppressed(cause);
        }
        return unknown;
    }

    private RetriesExhausted exhausted(OperationKey key, int attempts) {
        return withCauses(new RetriesExhausted(key, attempts, lastFailure()));
    }

    private StoreFailure lastFailure() {
        return failures.get(failures.size() - 1);
    }

    private <E extends RuntimeException> E withCauses(E exception) {
        failures.forEach(exception::addSuppressed);
        return exception;
    }

    private List<CommandAnswer> failAll(Function<OperationKey, RuntimeException> failure) {
        return batch.requests().stream()
                .<CommandAnswer>map(request -> new CommandAnswer.Failed(failure.apply(request.key())))
                .toList();
    }

    /** The aggregate was held by others for all the time that could be waited. Never leaves this class as it is. */
    private static final class AggregateBusy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AggregateBusy() {
            super("the aggregate was busy", null, false, false);
        }
    }

    /** A connection came, or an attempt began, too late to ask for the aggregate. */
    private static final class TimeRanOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TimeRanOut() {
            super("the time ran out before the aggregate could be asked for", null, false, false);
        }
    }
}
