package dev.referee.domain.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.PermitRefusal.StaleRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every status, action and kind of actor, at the present and at another revision. What is expected was written by hand from the
 * design, not taken from the table that is tested.
 */
class EveryTransitionTest {

    /** In each cell the status afterwards, or a dot where the action is illegal; in the last column who may. */
    private static final String EXPECTED = """
            action           DRAFT      SUBMITTED  IN_REVIEW          CHANGES_REQUESTED  APPROVED   REJECTED   WITHDRAWN  who
            submit           SUBMITTED  .          .                  .                  .          .          .          owner
            start-review     .          IN_REVIEW  .                  .                  .          .          .          assigned,supervisor
            request-changes  .          .          CHANGES_REQUESTED  .                  .          .          .          assigned
            resubmit         .          .          .                  IN_REVIEW          .          .          .          owner
            approve          .          .          APPROVED           .                  .          .          .          assigned
            reject           .          .          REJECTED           .                  .          .          .          assigned
            withdraw         WITHDRAWN  WITHDRAWN  WITHDRAWN          WITHDRAWN          .          .          .          owner
            reopen           .          .          .                  .                  IN_REVIEW  IN_REVIEW  .          supervisor
            assign-reviewer  .          SUBMITTED  IN_REVIEW          CHANGES_REQUESTED  .          .          .          supervisor
            remove-reviewer  .          SUBMITTED  IN_REVIEW          CHANGES_REQUESTED  .          .          .          supervisor
            add-fee          .          SUBMITTED  IN_REVIEW          CHANGES_REQUESTED  .          .          .          assigned,supervisor
            """;

    private static final Map<String, Actor> ACTORS = Map.of(
            "owner", new Actor("applicant", "applicant1"),
            "another applicant", new Actor("applicant", "applicant2"),
            "applicant with a reviewer's number", new Actor("applicant", "47"),
            "assigned", new Actor("reviewer", "47"),
            "unassigned", new Actor("reviewer", "48"),
            "reviewer with a zero before the number", new Actor("reviewer", "047"),
            "reviewer with the owner's id", new Actor("reviewer", "applicant1"),
            "supervisor", new Actor("supervisor", "supervisor1"),
            "role in capitals", new Actor("SUPERVISOR", "supervisor1"),
            "unknown role", new Actor("admin", "47"));

    private static final Revision PRESENT = new Revision(5);
    private static final ReviewerId ASSIGNED = new ReviewerId(47);
    private static final ReviewerId ALSO_ASSIGNED = new ReviewerId(81);
    private static final ReviewerId ABSENT = new ReviewerId(99);

    record Cell(Status from, Action action, Optional<Status> to, String who, Revision expected) {
        @Override
        public String toString() {
            return who + ": " + action.wireName() + " when " + from + " expecting " + expected;
        }
    }

    static Stream<Cell> cells() {
        List<String[]> lines = EXPECTED.lines().map(line -> line.split(" +")).toList();
        String[] statuses = lines.get(0);
        List<Cell> cells = new ArrayList<>();
        for (String[] line : lines.subList(1, lines.size())) {
            Action action = Action.ofWireName(line[0]).orElseThrow();
            for (int column = 1; column <= 7; column++) {
                Status from = Status.valueOf(statuses[column]);
                Optional<Status> to =
                        line[column].equals(".") ? Optional.empty() : Optional.of(Status.valueOf(line[column]));
                for (String who : new TreeSet<>(ACTORS.keySet())) {
                    boolean may = Set.of(line[8].split(",")).contains(who);
                    for (Revision revision : List.of(PRESENT, new Revision(4), new Revision(6), Revision.NONE)) {
                        cells.add(new Cell(from, action, to, may ? who + " (may)" : who, revision));
                    }
                }
            }
        }
        return cells.stream();
    }

    static Stream<Cell> supervisorCells() {
        return cells().filter(cell ->
                cell.action() == Action.ASSIGN_REVIEWER && cell.who().equals("supervisor (may)"));
    }

    @Test
    void every_status_action_and_actor_is_looked_at() {
        assertEquals(7, Status.values().length);
        assertEquals(12, Action.values().length);
        // Opening has no case and no revision; its tests are below.
        assertEquals(7 * 4, supervisorCells().count());
        assertEquals(7L * 11 * ACTORS.size() * 4, cells().count());
    }

    @ParameterizedTest
    @MethodSource("cells")
    void CMD_9_the_first_refusal_that_applies_is_given_and_else_the_next_state(Cell cell) {
        PermitCase present = inStatus(cell.from());
        boolean may = cell.who().endsWith(" (may)");
        Actor actor = actor(cell.who().replace(" (may)", ""));

        Ruling ruling = ask(present, cell.action(), actor, cell.expected());

        if (!may) {
            assertEquals(new Ruling.Refused(new NotAuthorized()), ruling);
        } else if (cell.to().isEmpty()) {
            assertEquals(new Ruling.Refused(new IllegalTransition(cell.from(), cell.action())), ruling);
        } else if (!cell.expected().equals(PRESENT)) {
            assertEquals(new Ruling.Refused(new StaleRevision(cell.expected(), PRESENT)), ruling);
        } else {
            assertEquals(
                    new Ruling.Allowed(
                            expectedNext(present, cell.action(), cell.to().get())),
                    ruling);
        }
    }

    @ParameterizedTest
    @MethodSource("supervisorCells")
    void CMD_9_assigning_the_assigned_and_removing_the_absent_is_illegal_before_it_is_stale(Cell cell) {
        PermitCase present = inStatus(cell.from());
        Actor supervisor = actor("supervisor");
        assertEquals(
                new Ruling.Refused(new IllegalTransition(cell.from(), Action.ASSIGN_REVIEWER)),
                PermitRules.assignReviewer(present, supervisor, cell.expected(), ASSIGNED));
        assertEquals(
                new Ruling.Refused(new IllegalTransition(cell.from(), Action.REMOVE_REVIEWER)),
                PermitRules.removeReviewer(present, supervisor, cell.expected(), ABSENT));
    }

    @Test
    void a_removed_reviewer_may_no_longer_act() {
        PermitCase present = inStatus(Status.IN_REVIEW);
        PermitCase without = PermitRules.removeReviewer(present, actor("supervisor"), PRESENT, ASSIGNED)
                .fold(next -> next, refusal -> present);
        assertEquals(
                new Ruling.Refused(new NotAuthorized()),
                PermitRules.move(without, Action.APPROVE, actor("assigned"), without.revision()));
        assertTrue(without.reviewers().contains(ALSO_ASSIGNED));
    }

    @Test
    void an_applicant_opens_a_draft_at_revision_1_and_owns_it() {
        CaseId id = new CaseId(62);
        Title title = new Title("Garage");
        Actor applicant = actor("owner");
        PermitCase opened = new PermitCase(
                id, title, applicant, Status.DRAFT, Revision.FIRST, new TreeSet<>(), 0, 0, Optional.empty());
        assertEquals(new Ruling.Allowed(opened), PermitRules.open(Optional.empty(), id, title, applicant));
    }

    @Test
    void only_an_applicant_opens_and_never_over_another_case() {
        CaseId id = new CaseId(62);
        Title title = new Title("Garage");
        ACTORS.forEach((name, actor) -> {
            boolean applicant = Set.of("owner", "another applicant", "applicant with a reviewer's number")
                    .contains(name);
            for (Status status : Status.values()) {
                PermitRefusal refusal = applicant ? new IllegalTransition(status, Action.OPEN) : new NotAuthorized();
                assertEquals(
                        new Ruling.Refused(refusal),
                        PermitRules.open(Optional.of(inStatus(status)), id, title, actor),
                        name);
            }
            if (!applicant) {
                assertEquals(
                        new Ruling.Refused(new NotAuthorized()),
                        PermitRules.open(Optional.empty(), id, title, actor),
                        name);
            }
        });
    }

    private static Actor actor(String name) {
        return Objects.requireNonNull(ACTORS.get(name), name);
    }

    private static Ruling ask(PermitCase present, Action action, Actor actor, Revision expected) {
        if (action == Action.ASSIGN_REVIEWER) {
            return PermitRules.assignReviewer(present, actor, expected, ABSENT);
        }
        if (action == Action.REMOVE_REVIEWER) {
            return PermitRules.removeReviewer(present, actor, expected, ASSIGNED);
        }
        if (action == Action.ADD_FEE) {
            return PermitRules.addFee(present, actor, expected, "Inspection", 12_500);
        }
        return PermitRules.move(present, action, actor, expected);
    }

    private static PermitCase expectedNext(PermitCase present, Action action, Status to) {
        TreeSet<ReviewerId> reviewers = new TreeSet<>(present.reviewers());
        if (action == Action.ASSIGN_REVIEWER) {
            reviewers.add(ABSENT);
        }
        if (action == Action.REMOVE_REVIEWER) {
            reviewers.remove(ASSIGNED);
        }
        boolean fee = action == Action.ADD_FEE;
        return new PermitCase(
                present.id(),
                present.title(),
                present.applicant(),
                to,
                new Revision(6),
                reviewers,
                fee ? 3 : 2,
                fee ? 13_500 : 1_000,
                fee ? Optional.of(new FeeLine(3, "Inspection", 12_500)) : Optional.empty());
    }

    private static PermitCase inStatus(Status status) {
        return new PermitCase(
                new CaseId(62),
                new Title("Garage"),
                new Actor("applicant", "applicant1"),
                status,
                PRESENT,
                new TreeSet<>(List.of(ASSIGNED, ALSO_ASSIGNED)),
                2,
                1_000,
                Optional.empty());
    }
}
