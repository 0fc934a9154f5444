package dev.referee.application.command;

import dev.referee.domain.command.Decision;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides the opening of an aggregate. Must be pure, like {@link Decide}.
 *
 * @param <S> the aggregate's state
 */
@FunctionalInterface
public interface Open<S> {

    /**
     * Decides whether the aggregate comes into being, and how.
     *
     * @param existing the locked aggregate, if there is one with the new identity already; then only a refusal makes sense
     * @param at the time of the decision, in whole microseconds
     */
    Decision<S> open(Optional<S> existing, Instant at);
}
