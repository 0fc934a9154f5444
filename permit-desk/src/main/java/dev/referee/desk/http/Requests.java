package dev.referee.desk.http;

import dev.referee.application.permit.PermitRequest;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.ReviewerId;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Makes commands of requests. What is wrong with a request is told in this order: who asks (401); method, path and media type (404, 405, 406,
 * 415); the ids in the path; the size of the body (413); Idempotency-Key; If-Match (428); what is in the body. Only then is the command
 * looked at.
 */
final class Requests {

    private Requests() {}

    static CaseId caseId(String text) {
        return new CaseId(Numbers.parse("case id", text, 1, Long.MAX_VALUE));
    }

    static ReviewerId reviewerId(String text) {
        return new ReviewerId(Numbers.parse("reviewer id", text, 1, Long.MAX_VALUE));
    }

    /** A command whose body may hold a reason and nothing else. */
    static PermitRequest withReason(String id, HttpServletRequest request, DeskUser user) {
        CaseId caseId = caseId(id);
        byte[] body = Body.json(request);
        PermitRequest command = withHeaders(caseId, request, user);
        return JsonFields.read(body, "reason")
                .optionalText("reason")
                .map(reason -> command.because(new Reason(reason)))
                .orElse(command);
    }

    /** A command without a body. */
    static PermitRequest withoutBody(CaseId caseId, HttpServletRequest request, DeskUser user) {
        Body.none(request);
        return withHeaders(caseId, request, user);
    }

    static PermitRequest withHeaders(CaseId caseId, HttpServletRequest request, DeskUser user) {
        OperationId operationId = Headers.operationId(request);
        Revision expected = Headers.expectedRevision(request);
        return PermitRequest.of(operationId, user.actor(), caseId, expected);
    }
}
