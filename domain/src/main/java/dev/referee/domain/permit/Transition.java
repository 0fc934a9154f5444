package dev.referee.domain.permit;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * One row of the {@link TransitionTable}.
 *
 * @param from the statuses in which the action is allowed; none for opening, where there is no case yet
 * @param to the status afterwards; empty if it stays the same
 * @param who any of these may do it
 */
public record Transition(Action action, Set<Status> from, Optional<Status> to, Set<Who> who, ReasonRule reason) {

    public Transition {
        from = Collections.unmodifiableSet(from.isEmpty() ? EnumSet.noneOf(Status.class) : EnumSet.copyOf(from));
        who = Collections.unmodifiableSet(EnumSet.copyOf(who));
    }

    /** The status after the action on a case in {@code present}. */
    Status after(Status present) {
        return to.orElse(present);
    }
}
