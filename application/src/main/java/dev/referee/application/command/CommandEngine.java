package dev.referee.application.command;

import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** SIGNATURES ONLY for now: the implementation is being written. */
public final class CommandEngine {

    private CommandEngine() {}

    public static Builder over(UnitsOfWork unitsOfWork) {
        throw new UnsupportedOperationException();
    }

    /** Executes one command on an existing aggregate. */
    public <S> Outcome execute(CommandRequest request, AggregateStore<S> store, Decide<S> decide) {
        return execute(Command.on(request, store, decide));
    }

    /** Executes an opening. */
    public <S> Outcome open(CommandRequest request, AggregateStore<S> store, Subject aggregate, Open<S> open) {
        return execute(Command.opening(request, store, aggregate, open));
    }

    public <S> Outcome execute(Command<S> command) {
        throw new UnsupportedOperationException();
    }

    public List<CommandAnswer> handleAll(List<? extends Command<?>> commands) {
        throw new UnsupportedOperationException();
    }

    /** The same engine, taking part in the transaction that the calling thread holds; never retried. */
    public CommandEngine joined() {
        throw new UnsupportedOperationException();
    }

    public static final class Builder {
        public Builder retryPolicy(RetryPolicy policy) {
            return this;
        }

        /** The time that a command may wait for its aggregate, in all. */
        public Builder lockWait(Duration limit) {
            return this;
        }

        public Builder clock(Clock clock) {
            return this;
        }

        public Builder observer(CommandObserver observer) {
            return this;
        }

        public CommandEngine build() {
            return new CommandEngine();
        }
    }
}
