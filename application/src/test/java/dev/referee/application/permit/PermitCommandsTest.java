package dev.referee.application.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.command.CommandAnswer;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.Change;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitRefusal.CaseNotFound;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.PermitRefusal.StaleRevision;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Role;
import dev.referee.domain.permit.Status;
import dev.referee.domain.permit.Title;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PermitCommandsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T09:00:00.000001999Z");
    private static final Actor APPLICANT = Role.APPLICANT.actor("applicant1");
    private static final Actor REVIEWER = Role.REVIEWER.actor("47");
    private static final Actor SUPERVISOR = Role.SUPERVISOR.actor("supervisor1");
    private static final CaseId CASE = new CaseId(62);
    private static final ReviewerId R47 = new ReviewerId(47);
    private static final Title TITLE = new Title("Garage \"A\"");

    private final MapStore store = new MapStore();
    private final CommandEngine engine =
            CommandEngine.over(store).clock(Clock.fixed(NOW, ZoneOffset.UTC)).build();
    private final PermitCommands permits = PermitCommands.over(engine, MapStore.CASES, store);
    private int operations;

    @Test
    void a_case_goes_through_all_twelve_actions() {
        open();
        applied(permits.submit(ask(APPLICANT, 1)), Action.SUBMIT, Status.SUBMITTED, 2);
        applied(permits.assignReviewer(ask(SUPERVISOR, 2), R47), Action.ASSIGN_REVIEWER, Status.SUBMITTED, 3);
        applied(permits.startReview(ask(REVIEWER, 3)), Action.START_REVIEW, Status.IN_REVIEW, 4);
        applied(permits.addFee(ask(REVIEWER, 4), "Inspection", 12_500), Action.ADD_FEE, Status.IN_REVIEW, 5);
        applied(permits.requestChanges(why(REVIEWER, 5)), Action.REQUEST_CHANGES, Status.CHANGES_REQUESTED, 6);
        applied(permits.resubmit(ask(APPLICANT, 6)), Action.RESUBMIT, Status.IN_REVIEW, 7);
        applied(permits.approve(why(REVIEWER, 7)), Action.APPROVE, Status.APPROVED, 8);
        applied(permits.reopen(why(SUPERVISOR, 8)), Action.REOPEN, Status.IN_REVIEW, 9);
        applied(permits.reject(why(REVIEWER, 9)), Action.REJECT, Status.REJECTED, 10);
        applied(permits.reopen(why(SUPERVISOR, 10)), Action.REOPEN, Status.IN_REVIEW, 11);
        applied(permits.removeReviewer(ask(SUPERVISOR, 11), R47), Action.REMOVE_REVIEWER, Status.IN_REVIEW, 12);
        applied(permits.withdraw(why(APPLICANT, 12)), Action.WITHDRAW, Status.WITHDRAWN, 13);

        assertEquals(13, store.changes.size());
        assertEquals(
                List.of(
                        "permit.opened/1",
                        "permit.submitted/1",
                        "permit.reviewer-assigned/1",
                        "permit.review-started/1",
                        "permit.fee-added/1",
                        "permit.changes-requested/1",
                        "permit.resubmitted/1",
                        "permit.approved/1",
                        "permit.reopened/1",
                        "permit.rejected/1",
                        "permit.reopened/1",
                        "permit.reviewer-removed/1",
                        "permit.withdrawn/1"),
                store.changes.stream()
                        .map(change -> change.event().event().type().toString())
                        .toList());
        assertEquals(
                List.of(Action.OPEN, Action.SUBMIT, Action.ASSIGN_REVIEWER),
                store.changes.subList(0, 3).stream()
                        .map(change -> PermitCommands.actionOf(change.audit().action()))
                        .map(Optional::orElseThrow)
                        .toList());
    }

    @Test
    void events_tell_what_happened_with_the_details_of_their_action() {
        open();
        permits.submit(ask(APPLICANT, 1));
        permits.assignReviewer(ask(SUPERVISOR, 2), R47);
        permits.addFee(ask(REVIEWER, 3), "Roof\t1", 12_500);
        permits.withdraw(why(APPLICANT, 4));
        List<String> payloads = new ArrayList<>();
        for (Change<?> change : store.changes) {
            payloads.add(change.event().event().payload().text());
        }
        assertEquals(List.of("""
                        {"caseId":62,"revision":1,"status":"DRAFT","actorRole":"applicant","actorId":"applicant1",\
                        "at":"2026-03-01T09:00:00.000001Z","title":"Garage \\"A\\""}""", """
                        {"caseId":62,"revision":2,"status":"SUBMITTED","actorRole":"applicant","actorId":"applicant1",\
                        "at":"2026-03-01T09:00:00.000001Z"}""", """
                        {"caseId":62,"revision":3,"status":"SUBMITTED","actorRole":"supervisor","actorId":"supervisor1",\
                        "at":"2026-03-01T09:00:00.000001Z","reviewer":47}""", """
                        {"caseId":62,"revision":4,"status":"SUBMITTED","actorRole":"reviewer","actorId":"47",\
                        "at":"2026-03-01T09:00:00.000001Z","number":1,"description":"Roof\\t1","amountCents":12500,\
                        "feeTotalCents":12500}""", """
                        {"caseId":62,"revision":5,"status":"WITHDRAWN","actorRole":"applicant","actorId":"applicant1",\
                        "reason":"Because","at":"2026-03-01T09:00:00.000001Z"}"""), payloads);
    }

    @Test
    void CMD_2_an_exact_repeat_is_answered_with_the_same_bytes_and_marked_as_replayed() {
        open();
        PermitRequest request = ask(APPLICANT, 1);
        Outcome first = permits.submit(request);
        Outcome second = permits.submit(request);
        assertInstanceOf(Outcome.Replayed.class, second);
        assertEquals(first.orElseThrow(), second.orElseThrow());
        assertEquals(2, store.changes.size());
    }

    @Test
    void CMD_3_any_changed_field_is_a_conflict() {
        open();
        permits.submit(ask(APPLICANT, 1));
        PermitRequest fee = ask(SUPERVISOR, 2);
        permits.addFee(fee, "Stamp", 100);
        assertInstanceOf(OperationConflict.class, refusal(permits.addFee(fee, "Stamp", 101)));
        assertInstanceOf(OperationConflict.class, refusal(permits.addFee(fee, "Stamp ", 100)));
        assertInstanceOf(OperationConflict.class, refusal(permits.assignReviewer(fee, R47)));
        PermitRequest assign = ask(SUPERVISOR, 3);
        permits.assignReviewer(assign, R47);
        assertInstanceOf(OperationConflict.class, refusal(permits.assignReviewer(assign, new ReviewerId(48))));
        assertInstanceOf(OperationConflict.class, refusal(permits.removeReviewer(assign, R47)));

        OpenRequest other = OpenRequest.of(new OperationId("open-62"), APPLICANT, new Title("Shed"));
        assertInstanceOf(OperationConflict.class, refusal(permits.open(other.under(CASE))));
        OpenRequest unnumbered = OpenRequest.of(new OperationId("open-62"), APPLICANT, TITLE);
        assertInstanceOf(OperationConflict.class, refusal(permits.open(unnumbered)));
    }

    @Test
    void CMD_8_an_unknown_case_is_refused_as_case_not_found_alone_and_in_a_list() {
        PermitRequest request = ask(REVIEWER, 5);
        assertEquals(new CaseNotFound(CASE), refusal(permits.startReview(request)));
        List<CommandAnswer> answers = engine.handleAll(List.of(permits.plans().startReview(request)));
        assertEquals(new CaseNotFound(CASE), refusal(answers.get(0).orElseThrow()));
    }

    @Test
    void CMD_9_refusals_of_the_rules_reach_the_caller_and_nothing_is_written() {
        open();
        assertEquals(new NotAuthorized(), refusal(permits.approve(why(REVIEWER, 1))));
        assertEquals(
                new IllegalTransition(Status.DRAFT, Action.RESUBMIT), refusal(permits.resubmit(ask(APPLICANT, 9))));
        assertEquals(new StaleRevision(new Revision(9), Revision.FIRST), refusal(permits.submit(ask(APPLICANT, 9))));
        assertEquals(1, store.changes.size());
    }

    @Test
    void CMD_24_a_list_opens_a_case_and_goes_on_with_it() {
        OpenRequest opening =
                OpenRequest.of(new OperationId("o"), APPLICANT, TITLE).under(CASE);
        List<CommandAnswer> answers = engine.handleAll(
                List.of(permits.plans().open(opening), permits.plans().submit(ask(APPLICANT, 1))));
        applied(answers.get(1).orElseThrow(), Action.SUBMIT, Status.SUBMITTED, 2);
    }

    @Test
    void an_opening_draws_the_next_number_past_explicit_ones() {
        open();
        Receipt receipt = receipt(permits.open(OpenRequest.of(new OperationId("next"), APPLICANT, TITLE)));
        assertEquals(new CaseId(63), receipt.caseId());
    }

    @Test
    void a_drawn_number_that_is_in_use_gives_way_to_the_next_and_an_explicit_one_does_not() {
        open();
        store.lastId = 61;
        OpenRequest drawn = OpenRequest.of(new OperationId("drawn"), APPLICANT, TITLE);
        assertEquals(new CaseId(63), receipt(permits.open(drawn)).caseId());
        assertEquals(
                new IllegalTransition(Status.DRAFT, Action.OPEN),
                refusal(permits.open(OpenRequest.of(new OperationId("again"), APPLICANT, TITLE)
                        .under(CASE))));
    }

    @Test
    void a_hundred_drawn_numbers_in_use_are_given_up() {
        for (int i = 1; i <= 100; i++) {
            permits.open(OpenRequest.of(new OperationId("o" + i), APPLICANT, TITLE));
        }
        store.lastId = 0;
        OpenRequest hopeless = OpenRequest.of(new OperationId("x"), APPLICANT, TITLE);
        assertThrows(IllegalStateException.class, () -> permits.open(hopeless));
        store.lastId = 1;
        assertEquals(new CaseId(101), receipt(permits.open(hopeless)).caseId());
    }

    @Test
    void only_an_applicant_opens() {
        OpenRequest request = OpenRequest.of(new OperationId("o"), SUPERVISOR, TITLE);
        assertEquals(new NotAuthorized(), refusal(permits.open(request)));
    }

    @Test
    void CMD_21_a_repeated_opening_is_replayed_though_it_draws_another_number() {
        OpenRequest request = OpenRequest.of(new OperationId("o"), APPLICANT, TITLE);
        Outcome first = permits.open(request);
        Outcome second = permits.open(request);
        assertInstanceOf(Outcome.Replayed.class, second);
        assertEquals(first.orElseThrow(), second.orElseThrow());
        assertTrue(store.operations.containsKey(
                new OperationKey(PermitCommands.NAMESPACE, new Subject("applicant1"), new OperationId("o"))));
    }

    @Test
    void CMD_19_an_applicant_whose_id_is_a_number_shares_no_operation_with_the_case_of_that_number() {
        Actor numeric = Role.APPLICANT.actor("62");
        Actor slashed = Role.APPLICANT.actor("/62");
        OperationId same = new OperationId("same");
        applied(permits.open(OpenRequest.of(same, numeric, TITLE).under(CASE)), Action.OPEN, Status.DRAFT, 1);
        Outcome submitted = permits.submit(PermitRequest.of(same, numeric, CASE, Revision.FIRST));
        applied(submitted, Action.SUBMIT, Status.SUBMITTED, 2);
        assertInstanceOf(Outcome.Applied.class, permits.open(OpenRequest.of(same, slashed, TITLE)));
    }

    @Test
    void a_reason_is_checked_before_anything_is_looked_up() {
        assertEquals("reason", invalid(() -> permits.approve(ask(REVIEWER, 1))).field());
        assertEquals(
                "reason",
                invalid(() -> permits.assignReviewer(why(SUPERVISOR, 1), R47)).field());
        assertEquals(
                "reason",
                invalid(() -> permits.addFee(why(SUPERVISOR, 1), "Stamp", 1)).field());
        assertEquals(
                "description",
                invalid(() -> permits.addFee(ask(SUPERVISOR, 1), " ", 1)).field());
        assertEquals(
                "amountCents",
                invalid(() -> permits.addFee(ask(SUPERVISOR, 1), "Stamp", 0)).field());
    }

    private void open() {
        applied(
                permits.open(OpenRequest.of(new OperationId("open-62"), APPLICANT, TITLE)
                        .under(CASE)),
                Action.OPEN,
                Status.DRAFT,
                1);
    }

    private PermitRequest ask(Actor actor, long revision) {
        operations++;
        return PermitRequest.of(new OperationId("op-" + operations), actor, CASE, new Revision(revision));
    }

    private PermitRequest why(Actor actor, long revision) {
        return ask(actor, revision).because(new Reason("Because"));
    }

    private static void applied(Outcome outcome, Action action, Status status, long revision) {
        assertInstanceOf(Outcome.Applied.class, outcome);
        assertEquals(
                new Receipt(CASE, action, status, new Revision(revision), Instant.parse("2026-03-01T09:00:00.000001Z")),
                receipt(outcome));
    }

    private static Receipt receipt(Outcome outcome) {
        return Receipt.fromJson(outcome.orElseThrow());
    }

    private static Refusal refusal(Outcome outcome) {
        return assertInstanceOf(Outcome.Refused.class, outcome).refusal();
    }

    private static InvalidValue invalid(Runnable call) {
        return assertThrows(InvalidValue.class, call::run);
    }
}
