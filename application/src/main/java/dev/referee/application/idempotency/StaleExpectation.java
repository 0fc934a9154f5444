package dev.referee.application.idempotency;

import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;

/**
 * Refuses an action that was asked for on another revision than the present one of what it reads.
 *
 * @param actual {@link Revision#NONE} if what it reads is not there
 */
public record StaleExpectation(Revision expected, Revision actual) implements Refusal {

    @Override
    public String code() {
        return "stale-revision";
    }

    @Override
    public String message() {
        return "The action was asked for on revision " + expected + ", but that is now " + actual + ".";
    }
}
