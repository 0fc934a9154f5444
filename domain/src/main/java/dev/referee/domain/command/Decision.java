package dev.referee.domain.command;

import java.util.function.Function;

/**
 * What was decided on the locked state: accepted, with all that is to be written, or refused.
 *
 * @param <S> the aggregate's state
 */
public sealed interface Decision<S> {

    /**
     * The command takes effect.
     *
     * @param next the state to write; its revision is one above the state that was decided on
     * @param event what to tell others
     * @param outcome what to answer, now and at every repeat: JSON of at most 64 KiB in UTF-8 and 32 levels
     */
    record Accepted<S>(S next, Event event, Json outcome) implements Decision<S> {}

    /** Nothing is written. */
    record Refused<S>(Refusal refusal) implements Decision<S> {}

    static <S> Decision<S> accept(S next, Event event, Json outcome) {
        return new Accepted<>(next, event, outcome);
    }

    static <S> Decision<S> refuse(Refusal refusal) {
        return new Refused<>(refusal);
    }

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Accepted<S>, ? extends R> accepted, Function<? super Refused<S>, ? extends R> refused) {
        if (this instanceof Accepted<S> a) {
            return accepted.apply(a);
        }
        return refused.apply((Refused<S>) this);
    }
}
