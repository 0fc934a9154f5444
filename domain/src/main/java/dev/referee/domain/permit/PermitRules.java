package dev.referee.domain.permit;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.PermitRefusal.StaleRevision;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Decides every action on a case by the {@link TransitionTable}. Pure functions: the same case and request always give the same
 * ruling. Whether a case has to be there, and whether a reason does, is checked before.
 *
 * <p>Where several refusals apply, the first is given of: not authorized, illegal transition, stale revision.
 */
public final class PermitRules {

    private PermitRules() {}

    /** Whether this actor may open cases at all; {@link #open} refuses the others. */
    public static boolean mayOpen(Actor actor) {
        return Who.mayOpen(actor);
    }

    /**
     * Decides an opening.
     *
     * @param existing the case that has this number already, if there is one
     */
    public static Ruling open(Optional<PermitCase> existing, CaseId id, Title title, Actor actor) {
        if (!Who.mayOpen(actor)) {
            return new Ruling.Refused(new NotAuthorized());
        }
        if (existing.isPresent()) {
            return illegal(existing.get(), Action.OPEN);
        }
        Status status = TransitionTable.of(Action.OPEN).after(Status.DRAFT);
        return new Ruling.Allowed(
                new PermitCase(id, title, actor, status, Revision.FIRST, new TreeSet<>(), 0, 0, Optional.empty()));
    }

    /**
     * Decides an action that changes nothing but the status.
     *
     * @throws IllegalArgumentException if the action is an opening, or changes reviewers or fees
     */
    public static Ruling move(PermitCase present, Action action, Actor actor, Revision expected) {
        if (action == Action.OPEN || TransitionTable.of(action).to().isEmpty()) {
            throw new IllegalArgumentException(action.wireName() + " is not a change of status alone");
        }
        return decide(present, action, actor, expected, true, UnaryOperator.identity());
    }

    /** Decides an assignment. Assigning the assigned is an illegal transition. */
    public static Ruling assignReviewer(PermitCase present, Actor actor, Revision expected, ReviewerId reviewer) {
        boolean fits = !present.reviewers().contains(reviewer);
        return decide(present, Action.ASSIGN_REVIEWER, actor, expected, fits, moved -> {
            SortedSet<ReviewerId> reviewers = new TreeSet<>(moved.reviewers());
            reviewers.add(reviewer);
            return moved.withReviewers(reviewers);
        });
    }

    /** Decides the end of an assignment. Removing the absent is an illegal transition. */
    public static Ruling removeReviewer(PermitCase present, Actor actor, Revision expected, ReviewerId reviewer) {
        boolean fits = present.reviewers().contains(reviewer);
        return decide(present, Action.REMOVE_REVIEWER, actor, expected, fits, moved -> {
            SortedSet<ReviewerId> reviewers = new TreeSet<>(moved.reviewers());
            reviewers.remove(reviewer);
            return moved.withReviewers(reviewers);
        });
    }

    /**
     * Decides a new fee line. Its number is the next one of the case.
     *
     * @param description as in {@link FeeLine}
     * @param amountCents as in {@link FeeLine}
     * @throws InvalidValue if a value is outside its limits, or the total would not fit a long
     */
    public static Ruling addFee(
            PermitCase present, Actor actor, Revision expected, String description, long amountCents) {
        return decide(present, Action.ADD_FEE, actor, expected, true, moved -> {
            if (moved.feeLines() == Integer.MAX_VALUE || moved.feeTotalCents() > Long.MAX_VALUE - amountCents) {
                throw new InvalidValue("amountCents", "would bring the fees of the case over what can be counted");
            }
            FeeLine added = new FeeLine(moved.feeLines() + 1, description, amountCents);
            return moved.withFee(added);
        });
    }

    private static Ruling decide(
            PermitCase present,
            Action action,
            Actor actor,
            Revision expected,
            boolean fits,
            UnaryOperator<PermitCase> furtherChange) {
        Transition row = TransitionTable.of(action);
        if (row.who().stream().noneMatch(who -> who.includes(actor, present))) {
            return new Ruling.Refused(new NotAuthorized());
        }
        if (!row.from().contains(present.status()) || !fits) {
            return illegal(present, action);
        }
        if (!expected.equals(present.revision())) {
            return new Ruling.Refused(new StaleRevision(expected, present.revision()));
        }
        PermitCase moved = present.movedTo(row.after(present.status()));
        return new Ruling.Allowed(furtherChange.apply(moved));
    }

    private static Ruling illegal(PermitCase present, Action action) {
        return new Ruling.Refused(new IllegalTransition(present.status(), action));
    }
}
