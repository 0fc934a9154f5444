package dev.referee.domain.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PermitRulesTest {

    private static final Actor SUPERVISOR = Role.SUPERVISOR.actor("supervisor1");

    @Test
    void a_fee_total_that_would_not_fit_is_an_invalid_value_and_the_last_that_fits_is_taken() {
        PermitCase nearlyFull = withFees(7, Long.MAX_VALUE - 10);
        PermitCase full = PermitRules.addFee(nearlyFull, SUPERVISOR, Revision.FIRST, "Stamp", 10)
                .fold(next -> next, refusal -> nearlyFull);
        assertEquals(Long.MAX_VALUE, full.feeTotalCents());
        assertEquals(8, full.feeLines());

        InvalidValue tooMuch = assertThrows(
                InvalidValue.class, () -> PermitRules.addFee(nearlyFull, SUPERVISOR, Revision.FIRST, "Stamp", 11));
        assertEquals("amountCents", tooMuch.field());
        PermitCase manyLines = withFees(Integer.MAX_VALUE, 0);
        assertThrows(InvalidValue.class, () -> PermitRules.addFee(manyLines, SUPERVISOR, Revision.FIRST, "Stamp", 1));
    }

    @Test
    void an_added_fee_does_not_stay_on_the_case_after_the_next_action() {
        PermitCase present = withFees(0, 0);
        PermitCase charged = PermitRules.addFee(present, SUPERVISOR, Revision.FIRST, "Stamp", 10)
                .fold(next -> next, refusal -> present);
        PermitCase started = PermitRules.move(charged, Action.START_REVIEW, SUPERVISOR, charged.revision())
                .fold(next -> next, refusal -> present);
        assertEquals(Optional.empty(), started.addedFee());
        assertEquals(1, started.feeLines());
        assertEquals(10, started.feeTotalCents());
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {"OPEN", "ASSIGN_REVIEWER", "REMOVE_REVIEWER", "ADD_FEE"})
    void an_action_with_more_than_a_status_is_not_a_mere_move(Action action) {
        assertThrows(
                IllegalArgumentException.class,
                () -> PermitRules.move(withFees(0, 0), action, SUPERVISOR, Revision.FIRST));
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    void a_reason_is_required_for_five_actions_and_not_taken_by_four(Action action) {
        Optional<Reason> some = Optional.of(new Reason("Because"));
        ReasonRule rule = TransitionTable.of(action).reason();
        if (Set.of("approve", "reject", "request-changes", "withdraw", "reopen").contains(action.wireName())) {
            assertEquals(some, rule.check(action, some));
            assertEquals("reason", refused(rule, action, Optional.empty()).field());
        } else if (Set.of("open", "assign-reviewer", "remove-reviewer", "add-fee")
                .contains(action.wireName())) {
            assertEquals(Optional.empty(), rule.check(action, Optional.empty()));
            assertEquals("reason", refused(rule, action, some).field());
        } else {
            assertEquals(some, rule.check(action, some));
            assertEquals(Optional.empty(), rule.check(action, Optional.empty()));
        }
    }

    @Test
    void the_codes_and_wire_names_are_stable() {
        CaseId id = new CaseId(62);
        assertEquals("case-not-found", new PermitRefusal.CaseNotFound(id).code());
        assertEquals("not-authorized", new PermitRefusal.NotAuthorized().code());
        assertEquals("illegal-transition", new PermitRefusal.IllegalTransition(Status.DRAFT, Action.APPROVE).code());
        assertEquals("stale-revision", new PermitRefusal.StaleRevision(Revision.NONE, Revision.FIRST).code());
        assertEquals("supervisor supervisor1", SUPERVISOR.toString());
        for (Action action : Action.values()) {
            assertEquals(Optional.of(action), Action.ofWireName(action.wireName()));
        }
        assertEquals(Optional.empty(), Action.ofWireName("APPROVE"));
    }

    private static InvalidValue refused(ReasonRule rule, Action action, Optional<Reason> reason) {
        return assertThrows(InvalidValue.class, () -> rule.check(action, reason));
    }

    private static PermitCase withFees(int lines, long total) {
        return new PermitCase(
                new CaseId(62),
                new Title("Garage"),
                Role.APPLICANT.actor("applicant1"),
                Status.SUBMITTED,
                Revision.FIRST,
                new TreeSet<>(),
                lines,
                total,
                Optional.empty());
    }
}
