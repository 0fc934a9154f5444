package dev.referee.domain.permit;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Reason;
import java.util.Optional;

/** Whether a reason belongs to an action. It is checked where the request is made, before anything is looked up. */
public enum ReasonRule {
    MUST,
    MAY,
    NONE;

    /**
     * Returns the reason if the rule allows it.
     *
     * @throws InvalidValue naming {@code reason}, if it is missing or there is one too many
     */
    public Optional<Reason> check(Action action, Optional<Reason> reason) {
        if (this == MUST && reason.isEmpty()) {
            throw new InvalidValue("reason", "is required to " + action.wireName());
        }
        if (this == NONE && reason.isPresent()) {
            throw new InvalidValue("reason", "is not taken by " + action.wireName());
        }
        return reason;
    }
}
