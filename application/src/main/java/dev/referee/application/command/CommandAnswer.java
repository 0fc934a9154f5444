package dev.referee.application.command;

import dev.referee.domain.command.Outcome;
import java.util.function.Function;

/** The answer to one command of a list: an outcome, or the exception that the command would have thrown alone. */
public sealed interface CommandAnswer {

    record Answered(Outcome outcome) implements CommandAnswer {}

    record Failed(RuntimeException failure) implements CommandAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Outcome, ? extends R> answered, Function<? super RuntimeException, ? extends R> failed) {
        if (this instanceof Answered a) {
            return answered.apply(a.outcome());
        }
        return failed.apply(((Failed) this).failure());
    }

    /** Returns the outcome, or throws the failure. */
    default Outcome orElseThrow() {
        return fold(Function.identity(), failure -> {
            throw failure;
        });
    }
}
