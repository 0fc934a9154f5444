package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.R47;
import static dev.referee.acceptance.rules.Permits.R81;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static dev.referee.acceptance.rules.Permits.reviewer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.Receipt;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Status;
import dev.referee.domain.permit.Title;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** One command: its effect, its repeat, and what is no repeat though it looks like one. */
public abstract class ReplayRules extends Rules {

    @Test
    void CMD_1_an_approval_raises_the_revision_and_leaves_one_row_of_each_kind() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();

        Outcome outcome = permits.approve("approve", IN_REVIEW);

        assertApplied(outcome);
        assertEffects(1, before);
        assertEquals(new Revision(IN_REVIEW + 1), permits.current().revision());
        assertEquals(Status.APPROVED, permits.current().status());
        Receipt receipt = Receipt.fromJson(outcome.orElseThrow());
        List<AuditEntry> audit = node().adapter().auditTrail().of(PermitCommands.NAMESPACE, CASE.subject());
        assertEquals(IN_REVIEW + 1, audit.size());
        assertEquals(
                new AuditEntry(
                        PermitCommands.NAMESPACE,
                        CASE.subject(),
                        new Revision(IN_REVIEW + 1),
                        "permit." + Action.APPROVE.wireName(),
                        reviewer(R47),
                        Optional.of(Permits.REASON),
                        receipt.at()),
                audit.get(audit.size() - 1));
    }

    @Test
    void CMD_2_the_repeat_of_an_opening_on_a_node_without_numbers_writes_nothing_not_even_to_the_counter() {
        OpenRequest request = Permits.opening("open", "A carport");
        Outcome opened = permits().commands().open(request);
        assertApplied(opened);
        Node fresh = newNode(NodeOptions.DEFAULT);
        Permits there = new Permits(fresh, CommandEngine.over(fresh.adapter()).build());

        assertReplayed(opened, writingNothing(() -> there.commands().open(request)));
        OpenRequest other = Permits.opening("open", "A garage");
        assertRefused(
                new OperationConflict(keyOf(other)),
                writingNothing(() -> there.commands().open(other)));
    }

    @Test
    void CMD_6_who_may_not_open_moves_no_counter() {
        OpenRequest high =
                OpenRequest.of(op("open"), SUPERVISOR, new Title("Mine")).under(new CaseId(1_000_000));
        OpenRequest any = OpenRequest.of(op("open"), SUPERVISOR, new Title("Mine"));

        assertRefused(
                new NotAuthorized(), writingNothing(() -> permits().commands().open(high)));
        assertRefused(
                new NotAuthorized(), writingNothing(() -> permits().commands().open(any)));
    }

    @Test
    void DATA_4_the_largest_case_number_does_not_use_up_the_others() {
        assertApplied(
                permits().commands().open(Permits.opening("high", "The last").under(new CaseId(Long.MAX_VALUE))));
        assertApplied(permits().commands().open(Permits.opening("next", "One more")));
    }

    private static OperationKey keyOf(OpenRequest request) {
        return new OperationKey(
                PermitCommands.NAMESPACE, new Subject(request.actor().id()), request.operationId());
    }

    @ConcurrencyTest
    void CMD_1_all_rows_appear_with_one_commit() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();
        Stop beforeCommit = steps.stopAt(Step.COMMIT);

        Future<Outcome> approval = crew().start(() -> permits.approve("approve", IN_REVIEW));
        beforeCommit.awaitReached();
        assertNothingWritten(before);
        beforeCommit.release();

        assertApplied(Crew.join(approval));
        assertEffects(1, before);
    }

    @Test
    void CMD_1_a_withdrawal_from_a_foreign_aggregate_leaves_one_row_of_each_kind() {
        AccountDesk desk = accounts();
        assertApplied(desk.open(op("open"), OWNER, ACCOUNT, 100));
        Snapshot before = snapshot();

        Outcome outcome = desk.withdraw(op("withdraw"), OWNER, ACCOUNT, Revision.FIRST, 30);

        assertEquals(
                new Outcome.Applied(new Revision(2), new Json("{\"account\":\"a-1\",\"revision\":2,\"cents\":70}")),
                outcome);
        assertEffects(1, before);
    }

    @Test
    void CMD_2_the_exact_repeat_gives_the_stored_outcome_and_writes_nothing() {
        Permits permits = permits();
        permits.putInReview();
        Outcome first = permits.approve("approve", IN_REVIEW);

        Outcome repeat = writingNothing(() -> permits.approve("approve", IN_REVIEW));

        assertReplayed(first, repeat);
        assertEquals(new Outcome.Replayed(new Revision(IN_REVIEW + 1), first.orElseThrow()), repeat);
    }

    @Test
    void CMD_2_a_repeat_is_replayed_after_later_changes_too() {
        Permits permits = permits();
        permits.putInReview();
        Outcome first = permits.approve("approve", IN_REVIEW);
        permits.commands().reopen(reasoned("reopen", SUPERVISOR, IN_REVIEW + 1)).orElseThrow();

        assertReplayed(first, writingNothing(() -> permits.approve("approve", IN_REVIEW)));
    }

    @Test
    void CMD_2_the_repeat_of_an_opening_gives_the_stored_outcome() {
        Permits permits = permits();
        Outcome first = permits.commands().open(Permits.opening("open", "A shed"));
        Snapshot before = snapshot();

        Outcome repeat = permits.commands().open(Permits.opening("open", "A shed"));

        assertReplayed(first, repeat);
        assertEffects(0, before);
    }

    @Test
    void CMD_3_the_same_id_with_any_field_changed_is_a_conflict() {
        Permits permits = permits();
        PermitCommands commands = permits.commands();
        permits.putInReview();
        Outcome first = permits.approve("approve", IN_REVIEW);
        commands.reopen(reasoned("reopen", SUPERVISOR, IN_REVIEW + 1)).orElseThrow();
        commands.addFee(plain("fee", SUPERVISOR, IN_REVIEW + 2), "stamp", 500).orElseThrow();
        commands.assignReviewer(plain("assign", SUPERVISOR, IN_REVIEW + 3), new ReviewerId(90))
                .orElseThrow();
        Actor r47 = reviewer(R47);
        Map<String, Supplier<Outcome>> changed = new LinkedHashMap<>();
        changed.put("revision", () -> permits.approve("approve", IN_REVIEW + 4));
        changed.put(
                "reason",
                () -> commands.approve(plain("approve", r47, IN_REVIEW).because(new Reason("Complete and in order"))));
        changed.put("command", () -> commands.reject(reasoned("approve", r47, IN_REVIEW)));
        changed.put("amount", () -> commands.addFee(plain("fee", SUPERVISOR, IN_REVIEW + 2), "stamp", 501));
        changed.put("text", () -> commands.addFee(plain("fee", SUPERVISOR, IN_REVIEW + 2), "stamp ", 500));
        changed.put(
                "reviewer",
                () -> commands.assignReviewer(plain("assign", SUPERVISOR, IN_REVIEW + 3), new ReviewerId(91)));

        changed.forEach((field, command) -> {
            Outcome outcome = writingNothing(command);
            OperationConflict conflict = conflictOf(outcome, field);
            assertFalse(conflict.message().contains(first.orElseThrow().text()), field);
            assertFalse(conflict.message().contains(Status.APPROVED.name()), field);
        });
    }

    @Test
    void CMD_3_an_opening_with_another_title_is_a_conflict() {
        Permits permits = permits();
        permits.commands().open(Permits.opening("open", "A shed")).orElseThrow();
        Snapshot before = snapshot();

        conflictOf(permits.commands().open(Permits.opening("open", "A barn")), "title");

        assertEffects(0, before);
    }

    @Test
    void CMD_4_the_same_id_by_another_actor_is_a_conflict() {
        Permits permits = permits();
        permits.putInReview();
        Outcome first = permits.approve("approve", IN_REVIEW);

        Outcome other = writingNothing(() -> permits.commands().approve(reasoned("approve", reviewer(R81), IN_REVIEW)));

        OperationConflict conflict = conflictOf(other, "actor");
        assertFalse(conflict.message().contains(first.orElseThrow().text()));
        assertFalse(conflict.message().contains(R47.toString()));
    }

    @Test
    void CMD_4_the_same_id_by_a_namesake_in_another_role_is_a_conflict() {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, ACCOUNT, 100);
        desk.withdraw(op("withdraw"), OWNER, ACCOUNT, Revision.FIRST, 1);

        Actor namesake = new Actor("auditor", OWNER.id());
        conflictOf(writingNothing(() -> desk.withdraw(op("withdraw"), namesake, ACCOUNT, Revision.FIRST, 1)), "role");
    }

    @Test
    void CMD_4_an_opening_is_scoped_to_its_applicant() {
        AccountDesk desk = accounts();
        Actor other = new Actor("owner", "o-2");

        assertApplied(desk.open(op("open"), OWNER, ACCOUNT, 100));
        assertApplied(desk.open(op("open"), other, new Subject("a-2"), 100));
    }

    @Test
    void CMD_10_a_refused_operation_id_is_executed_once_its_cause_is_gone() {
        Permits permits = permits();
        permits.putInReview();
        ReviewerId r90 = new ReviewerId(90);
        Supplier<Outcome> approval =
                () -> permits.commands().approve(reasoned("approve", reviewer(r90), IN_REVIEW + 1));
        assertRefused(new NotAuthorized(), writingNothing(approval));

        permits.commands()
                .assignReviewer(plain("assign", SUPERVISOR, IN_REVIEW), r90)
                .orElseThrow();

        Outcome first = approval.get();
        assertApplied(first);
        assertReplayed(first, approval.get());
    }

    @Test
    void CMD_10_a_refusal_of_an_embedding_service_is_not_recorded_either() {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, ACCOUNT, 100);
        Outcome refused = writingNothing(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 101));
        assertTrue(refused instanceof Outcome.Refused r && r.refusal().code().equals("insufficient-funds"));

        assertApplied(desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 99));
    }

    private static OperationConflict conflictOf(Outcome outcome, String field) {
        return outcome.fold(
                applied -> failed(field, outcome),
                replayed -> failed(field, outcome),
                refused -> refused.refusal() instanceof OperationConflict conflict ? conflict : failed(field, outcome));
    }

    private static OperationConflict failed(String field, Outcome outcome) {
        throw new AssertionFailedError("with another " + field + ": expected a conflict, but got " + outcome);
    }
}
