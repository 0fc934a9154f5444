package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.APPLICANT;
import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.R47;
import static dev.referee.acceptance.rules.Permits.REASON;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static dev.referee.acceptance.rules.Permits.request;
import static dev.referee.acceptance.rules.Permits.reviewer;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.referee.acceptance.account.Account.InsufficientFunds;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.EngineRefusal.SubjectNotFound;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
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
import org.junit.jupiter.api.Test;

/** Why a command is refused, and which cause is named where several apply. */
public abstract class RefusalRules extends Rules {

    private static final CaseId UNKNOWN = new CaseId(63);
    private static final Actor STRANGER = reviewer(new ReviewerId(90));
    private static final long WRONG = 3;

    @Test
    void CMD_5_a_wrong_revision_is_stale() {
        Permits permits = permits();
        permits.putInReview();

        for (long wrong : new long[] {0, 1, IN_REVIEW - 1, IN_REVIEW + 1, Long.MAX_VALUE}) {
            assertRefused(
                    new StaleRevision(new Revision(wrong), new Revision(IN_REVIEW)),
                    writingNothing(() -> permits.approve("approve", wrong)));
        }
    }

    @Test
    void CMD_5_a_foreign_aggregate_tells_its_own_stale_revision() {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, ACCOUNT, 100);

        assertRefused(
                Refusal.of("out-of-date", "The account is at revision 1."),
                writingNothing(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.NONE, 1)));
        assertRefused(
                new InsufficientFunds(100, 101),
                writingNothing(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 101)));
    }

    @Test
    void CMD_6_who_is_not_assigned_now_is_not_authorized() {
        Permits permits = permits();
        permits.putInReview();
        assertRefused(
                new NotAuthorized(),
                writingNothing(() -> permits.commands().approve(reasoned("a", STRANGER, IN_REVIEW))));
        assertRefused(
                new NotAuthorized(),
                writingNothing(() -> permits.commands().approve(reasoned("a", APPLICANT, IN_REVIEW))));
        Actor nearly = Role.REVIEWER.actor("047");
        assertRefused(
                new NotAuthorized(),
                writingNothing(() -> permits.commands().approve(reasoned("a", nearly, IN_REVIEW))));

        permits.commands()
                .removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW), R47)
                .orElseThrow();

        assertRefused(new NotAuthorized(), writingNothing(() -> permits.approve("a", IN_REVIEW + 1)));
    }

    @Test
    void CMD_7_what_the_status_does_not_allow_is_an_illegal_transition() {
        Permits permits = permits();
        permits.putInReview();
        PermitCommands commands = permits.commands();
        assertRefused(
                new IllegalTransition(Status.IN_REVIEW, Action.SUBMIT),
                writingNothing(() -> commands.submit(plain("x", APPLICANT, IN_REVIEW))));
        assertRefused(
                new IllegalTransition(Status.IN_REVIEW, Action.ASSIGN_REVIEWER),
                writingNothing(() -> commands.assignReviewer(plain("x", SUPERVISOR, IN_REVIEW), R47)));
        assertRefused(
                new IllegalTransition(Status.IN_REVIEW, Action.REMOVE_REVIEWER),
                writingNothing(() -> commands.removeReviewer(plain("x", SUPERVISOR, IN_REVIEW), new ReviewerId(90))));

        permits.approve("approve", IN_REVIEW).orElseThrow();

        assertRefused(
                new IllegalTransition(Status.APPROVED, Action.APPROVE),
                writingNothing(() -> permits.approve("again", IN_REVIEW + 1)));
    }

    @Test
    void CMD_8_an_unknown_case_is_not_found() {
        Permits permits = permits();

        assertRefused(
                new CaseNotFound(CASE), writingNothing(() -> permits.commands().approve(reasoned("a", APPLICANT, 1))));
    }

    @Test
    void CMD_8_an_unknown_foreign_aggregate_is_not_found() {
        AccountDesk desk = accounts();

        assertRefused(
                new SubjectNotFound(AccountDesk.NAMESPACE, ACCOUNT),
                writingNothing(() -> desk.withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1)));
    }

    @Test
    void CMD_9_a_replay_comes_before_every_refusal() {
        Permits permits = permits();
        PermitCommands commands = permits.commands();
        permits.putInReview();
        Actor r47 = reviewer(R47);
        Outcome fee = commands.addFee(plain("fee", r47, IN_REVIEW), "stamp", 1);
        commands.removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW + 1), R47).orElseThrow();
        assertReplayed(fee, writingNothing(() -> commands.addFee(plain("fee", r47, IN_REVIEW), "stamp", 1)));

        commands.withdraw(reasoned("withdraw", APPLICANT, IN_REVIEW + 2)).orElseThrow();

        assertReplayed(fee, writingNothing(() -> commands.addFee(plain("fee", r47, IN_REVIEW), "stamp", 1)));
    }

    @Test
    void CMD_9_a_conflict_comes_before_every_refusal() {
        Permits permits = permits();
        permits.putInReview();
        permits.approve("used", IN_REVIEW).orElseThrow();
        Refusal conflict =
                new OperationConflict(new OperationKey(PermitCommands.NAMESPACE, CASE.subject(), op("used")));

        // Not authorized, illegal transition, stale: alone, in pairs, all at once.
        assertRefusedAs(conflict, permits, reasoned("used", STRANGER, IN_REVIEW + 1));
        assertRefusedAs(conflict, permits, reasoned("used", reviewer(R47), IN_REVIEW + 1));
        assertRefusedAs(conflict, permits, reasoned("used", reviewer(R47), WRONG));
        assertRefusedAs(conflict, permits, reasoned("used", STRANGER, WRONG));
        permits.commands().reopen(reasoned("reopen", SUPERVISOR, IN_REVIEW + 1)).orElseThrow();
        assertRefusedAs(conflict, permits, reasoned("used", STRANGER, IN_REVIEW + 2));
        assertRefusedAs(conflict, permits, reasoned("used", reviewer(R47), WRONG));
    }

    @Test
    void CMD_9_an_unknown_case_comes_before_who_status_and_revision() {
        Permits permits = permits();

        assertRefusedAs(
                new CaseNotFound(UNKNOWN),
                permits,
                request(UNKNOWN, "a", STRANGER, WRONG).because(REASON));
        assertRefusedAs(
                new CaseNotFound(UNKNOWN),
                permits,
                request(UNKNOWN, "a", STRANGER, 0).because(REASON));
    }

    @Test
    void CMD_9_who_comes_before_status_and_revision() {
        Permits permits = permits();
        permits.putInDraft();

        assertRefusedAs(new NotAuthorized(), permits, reasoned("a", STRANGER, 1));
        assertRefusedAs(new NotAuthorized(), permits, reasoned("a", STRANGER, WRONG));

        CaseId inReview = new CaseId(64);
        permits.putInReview(inReview);
        assertRefusedAs(
                new NotAuthorized(),
                permits,
                request(inReview, "a", STRANGER, WRONG).because(REASON));
    }

    @Test
    void CMD_9_status_comes_before_revision() {
        Permits permits = permits();
        permits.putInReview();

        assertRefused(
                new IllegalTransition(Status.IN_REVIEW, Action.SUBMIT),
                writingNothing(() -> permits.commands().submit(plain("x", APPLICANT, WRONG))));
    }

    @Test
    void CMD_9_an_opening_of_a_used_number_is_refused_and_a_repeat_still_replayed() {
        AccountDesk desk = accounts();
        Outcome first = desk.open(op("open"), OWNER, ACCOUNT, 100);

        assertReplayed(first, writingNothing(() -> desk.open(op("open"), OWNER, ACCOUNT, 100)));
        Outcome other = writingNothing(() -> desk.open(op("another"), OWNER, ACCOUNT, 100));
        assertInstanceOf(Outcome.Refused.class, other);
        assertRefused(
                new OperationConflict(new OperationKey(AccountDesk.NAMESPACE, new Subject(OWNER.id()), op("open"))),
                writingNothing(() -> desk.open(op("open"), OWNER, ACCOUNT, 101)));
    }

    /** Asks for an approval. */
    private void assertRefusedAs(Refusal refusal, Permits permits, PermitRequest request) {
        assertRefused(refusal, writingNothing(() -> permits.commands().approve(request)));
    }
}
