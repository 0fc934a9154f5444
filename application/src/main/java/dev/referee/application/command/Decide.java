package dev.referee.application.command;

import dev.referee.domain.command.Decision;
import java.time.Instant;

/**
 * Decides a command on locked state. Must be pure: it may be called again on fresh state when the transaction is re-run, and nothing external
 * may happen in it.
 *
 * @param <S> the aggregate's state
 */
@FunctionalInterface
public interface Decide<S> {

    /**
     * Decides the command, without any effect.
     *
     * @param at the time of the decision, in whole microseconds
     */
    Decision<S> decide(S state, Instant at);
}
