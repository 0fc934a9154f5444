package dev.referee.application.command;

import dev.referee.application.command.EngineSettings.Participation;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Executes commands so that each takes effect once, however often it arrives, and is decided on current, locked state.
 *
 * <p>Each attempt is one transaction: lock the aggregate's row; in later statements look for the operation's key and read the facts; replay the
 * stored outcome or decide; write aggregate, audit row, operation and outbox row; commit. What fails for a passing reason is run again from
 * the start, decision included, within the {@link RetryPolicy}. When the reply to COMMIT is lost, the next attempt finds the operation by
 * its key, or proves under the lock that it did not take effect.
 *
 * <p>Every method throws a {@link CommandFailure} when the world broke, a {@link dev.referee.application.port.StoreFailure} when the store
 * refused for a reason that a repeat would not change, {@link TransactionAlreadyActive} when the thread holds a transaction on the same
 * store, and whatever a decision threw; in all of these but {@link OutcomeUnknown} nothing was written.
 *
 * <p>Immutable, and safe for many threads.
 */
public final class CommandEngine {

    /** The time that a command may wait for its aggregate, unless set otherwise. */
    public static final Duration DEFAULT_LOCK_WAIT = Duration.ofSeconds(2);

    static final int MAX_TOGETHER = 500;

    private final EngineSettings settings;

    private CommandEngine(EngineSettings settings) {
        this.settings = settings;
    }

    public static Builder over(Adapter adapter) {
        return over(adapter.unitsOfWork());
    }

    public static Builder over(UnitsOfWork units) {
        return new Builder(units);
    }

    /** Executes a command on the aggregate that the request's key names. */
    public <S> Outcome execute(CommandRequest request, AggregateStore<S> store, Decide<S> decide) {
        return execute(Command.on(request, store, decide));
    }

    /** Executes a command that makes a new aggregate with the given identity. */
    public <S> Outcome open(CommandRequest request, AggregateStore<S> store, Subject aggregate, Open<S> open) {
        return execute(Command.opening(request, store, aggregate, open));
    }

    public <S> Outcome execute(Command<S> command) {
        return run(List.of(command)).get(0).orElseThrow();
    }

    /**
     * Executes commands together: one transaction for each aggregate (and for each {@value #MAX_TOGETHER} commands on it), in which each
     * command sees those before it. Each gets the answer that it would have had alone, in this order; it is not all or nothing, and a
     * failure is an answer too. Commands on one aggregate, and commands with one key, keep their order.
     *
     * @return the answers, in the order of the commands
     */
    public List<CommandAnswer> handleAll(List<? extends Command<?>> commands) {
        return new CommandList(commands).answers(this::runGroup);
    }

    /**
     * This engine, taking part in the transaction that the calling thread already holds on the same store. A joined command is never retried,
     * and its answer is provisional until the caller commits; a failure leaves the caller's transaction only rollback, which a callback of the
     * transaction's end (Spring's {@code beforeCommit}) must heed by writing nothing more. A transaction that has been committed is not joined: its
     * {@code afterCommit} callbacks begin another one.
     */
    public CommandEngine joined() {
        return new CommandEngine(new EngineSettings(
                settings.units(),
                Participation.JOINED,
                settings.retry(),
                settings.lockWait(),
                settings.clock(),
                settings.observer()));
    }

    @SuppressWarnings("unchecked") // commands of one group share their store, and a store has one type of state
    private <S> List<CommandAnswer> runGroup(List<? extends Command<?>> group) {
        return run(group.stream().map(command -> (Command<S>) command).toList());
    }

    private <S> List<CommandAnswer> run(List<Command<S>> commands) {
        long before = System.nanoTime();
        List<CommandAnswer> answers = new BatchRun<>(settings, Batch.of(commands)).answers();
        Duration elapsed = Duration.ofNanos(System.nanoTime() - before);
        for (int i = 0; i < answers.size(); i++) {
            report(commands.get(i).request(), answers.get(i), elapsed);
        }
        return answers;
    }

    private void report(CommandRequest request, CommandAnswer answer, Duration elapsed) {
        var namespace = request.key().namespace();
        String command = request.command().name();
        settings.observer().tell(observer -> {
            Runnable told = answer.fold(
                    outcome -> outcome.fold(
                            applied -> () -> observer.applied(namespace, command),
                            replayed -> () -> observer.replayed(namespace, command),
                            refused -> () -> observer.refused(
                                    namespace, command, refused.refusal().code())),
                    failure -> () -> observer.failed(
                            namespace, command, failure.getClass().getSimpleName()));
            told.run();
        });
        settings.observer().tell(observer -> observer.completed(namespace, command, elapsed));
    }

    /** Sets up an engine; every setting has a default. */
    public static final class Builder {

        private final UnitsOfWork units;
        private RetryPolicy retry = RetryPolicy.DEFAULT;
        private Duration lockWait = DEFAULT_LOCK_WAIT;
        private Clock clock = Clock.systemUTC();
        private CommandObserver observer = CommandObserver.NONE;

        private Builder(UnitsOfWork units) {
            this.units = units;
        }

        public Builder retryPolicy(RetryPolicy policy) {
            this.retry = policy;
            return this;
        }

        /** Sets the time that a command may wait for its aggregate, over all its attempts: 1 ms to 10 minutes. */
        public Builder lockWait(Duration limit) {
            this.lockWait = new LockWait.UpTo(limit).limit();
            return this;
        }

        /** Sets the clock that gives {@code at} to decisions and audit rows. */
        public Builder clock(Clock newClock) {
            this.clock = newClock;
            return this;
        }

        public Builder observer(CommandObserver newObserver) {
            this.observer = newObserver;
            return this;
        }

        public CommandEngine build() {
            return new CommandEngine(new EngineSettings(
                    units, Participation.OWN, retry, lockWait, clock, new GuardedObserver(observer)));
        }
    }
}
