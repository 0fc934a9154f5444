package dev.referee.acceptance.rules;

import dev.referee.acceptance.engine.Node;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Role;
import dev.referee.domain.permit.Title;

/**
 * Permit cases as the tests need them.
 *
 * @param commands the use cases
 * @param node where they run
 */
record Permits(PermitCommands commands, Node node) {

    static final CaseId CASE = new CaseId(62);
    static final Actor APPLICANT = Role.APPLICANT.actor("applicant1");
    static final Actor SUPERVISOR = Role.SUPERVISOR.actor("supervisor1");
    static final ReviewerId R47 = new ReviewerId(47);
    static final ReviewerId R81 = new ReviewerId(81);
    static final Reason REASON = new Reason("complete and in order");

    /** The revision of a case that {@link #putInReview} made. */
    static final long IN_REVIEW = 5;

    Permits(Node node, CommandEngine engine) {
        this(
                PermitCommands.over(
                        engine, node.adapter().permitCases(), node.adapter().caseIds()),
                node);
    }

    static Actor reviewer(ReviewerId id) {
        return Role.REVIEWER.actor(id.toString());
    }

    /** A request on case 62, without a reason. */
    static PermitRequest plain(String operation, Actor actor, long expected) {
        return request(CASE, operation, actor, expected);
    }

    /** A request on case 62, with a reason. */
    static PermitRequest reasoned(String operation, Actor actor, long expected) {
        return plain(operation, actor, expected).because(REASON);
    }

    static PermitRequest request(CaseId id, String operation, Actor actor, long expected) {
        return PermitRequest.of(new OperationId(operation), actor, id, new Revision(expected));
    }

    static OpenRequest opening(String operation, String title) {
        return OpenRequest.of(new OperationId(operation), APPLICANT, new Title(title));
    }

    /** Opens case 62, at revision 1. */
    void putInDraft() {
        putInDraft(CASE);
    }

    void putInDraft(CaseId id) {
        commands.open(opening("setup-open-" + id, "A shed of 12 square metres").under(id))
                .orElseThrow();
    }

    /** Brings case 62 to revision 5: opened, submitted, 47 assigned, 81 assigned, review started. */
    void putInReview() {
        putInReview(CASE);
    }

    void putInReview(CaseId id) {
        putInDraft(id);
        commands.submit(request(id, "setup-submit", APPLICANT, 1)).orElseThrow();
        commands.assignReviewer(request(id, "setup-47", SUPERVISOR, 2), R47).orElseThrow();
        commands.assignReviewer(request(id, "setup-81", SUPERVISOR, 3), R81).orElseThrow();
        commands.startReview(request(id, "setup-start", SUPERVISOR, 4)).orElseThrow();
    }

    /** Reviewer 47 approves case 62. */
    Outcome approve(String operation, long expected) {
        return commands.approve(reasoned(operation, reviewer(R47), expected));
    }

    /** The case as it is committed now. */
    PermitCase current() {
        return node.adapter().caseQueries().find(CASE).orElseThrow();
    }
}
