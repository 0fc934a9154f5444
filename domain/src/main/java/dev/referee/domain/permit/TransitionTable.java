package dev.referee.domain.permit;

import static dev.referee.domain.permit.Status.APPROVED;
import static dev.referee.domain.permit.Status.CHANGES_REQUESTED;
import static dev.referee.domain.permit.Status.DRAFT;
import static dev.referee.domain.permit.Status.IN_REVIEW;
import static dev.referee.domain.permit.Status.REJECTED;
import static dev.referee.domain.permit.Status.SUBMITTED;
import static dev.referee.domain.permit.Status.WITHDRAWN;
import static dev.referee.domain.permit.Who.AN_APPLICANT;
import static dev.referee.domain.permit.Who.ASSIGNED_REVIEWER;
import static dev.referee.domain.permit.Who.ITS_APPLICANT;
import static dev.referee.domain.permit.Who.SUPERVISOR;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What may be done to a case, in which status, by whom: one {@link Transition} for each {@link Action}. */
public final class TransitionTable {

    private static final Set<Status> NOWHERE = Set.of();
    private static final Set<Status> UNDECIDED = Set.of(DRAFT, SUBMITTED, IN_REVIEW, CHANGES_REQUESTED);
    private static final Set<Status> DECIDED = Set.of(APPROVED, REJECTED);
    private static final Set<Status> BEFORE_THE_AUTHORITY = Set.of(SUBMITTED, IN_REVIEW, CHANGES_REQUESTED);

    private static final Set<Who> REVIEWER_OR_SUPERVISOR = Set.of(ASSIGNED_REVIEWER, SUPERVISOR);

    private static final List<Transition> ROWS = List.of(
            move(Action.OPEN, NOWHERE, DRAFT, Set.of(AN_APPLICANT), ReasonRule.NONE),
            move(Action.SUBMIT, Set.of(DRAFT), SUBMITTED, Set.of(ITS_APPLICANT), ReasonRule.MAY),
            move(Action.START_REVIEW, Set.of(SUBMITTED), IN_REVIEW, REVIEWER_OR_SUPERVISOR, ReasonRule.MAY),
            move(
                    Action.REQUEST_CHANGES,
                    Set.of(IN_REVIEW),
                    CHANGES_REQUESTED,
                    Set.of(ASSIGNED_REVIEWER),
                    ReasonRule.MUST),
            move(Action.RESUBMIT, Set.of(CHANGES_REQUESTED), IN_REVIEW, Set.of(ITS_APPLICANT), ReasonRule.MAY),
            move(Action.APPROVE, Set.of(IN_REVIEW), APPROVED, Set.of(ASSIGNED_REVIEWER), ReasonRule.MUST),
            move(Action.REJECT, Set.of(IN_REVIEW), REJECTED, Set.of(ASSIGNED_REVIEWER), ReasonRule.MUST),
            move(Action.WITHDRAW, UNDECIDED, WITHDRAWN, Set.of(ITS_APPLICANT), ReasonRule.MUST),
            move(Action.REOPEN, DECIDED, IN_REVIEW, Set.of(SUPERVISOR), ReasonRule.MUST),
            stay(Action.ASSIGN_REVIEWER, BEFORE_THE_AUTHORITY, Set.of(SUPERVISOR)),
            stay(Action.REMOVE_REVIEWER, BEFORE_THE_AUTHORITY, Set.of(SUPERVISOR)),
            stay(Action.ADD_FEE, BEFORE_THE_AUTHORITY, REVIEWER_OR_SUPERVISOR));

    private static final Map<Action, Transition> BY_ACTION = byAction();

    private TransitionTable() {}

    /** All rows, in the order of the actions. */
    public static List<Transition> rows() {
        return ROWS;
    }

    /** The row of one action; every action has one. */
    public static Transition of(Action action) {
        Transition row = BY_ACTION.get(action);
        if (row == null) {
            throw new IllegalStateException("the table has no row for " + action);
        }
        return row;
    }

    private static Transition move(Action action, Set<Status> from, Status to, Set<Who> who, ReasonRule reason) {
        return new Transition(action, from, Optional.of(to), who, reason);
    }

    private static Transition stay(Action action, Set<Status> from, Set<Who> who) {
        return new Transition(action, from, Optional.empty(), who, ReasonRule.NONE);
    }

    private static Map<Action, Transition> byAction() {
        Map<Action, Transition> rows = new EnumMap<>(Action.class);
        for (Transition row : ROWS) {
            rows.put(row.action(), row);
        }
        return Collections.unmodifiableMap(rows);
    }
}
