package dev.referee.desk.http;

import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitRequest;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Title;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;

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

    /**
     * Reads a request or plans its command. A value outside its limits is the caller's fault here, and nowhere else: one that comes up later
     * was stored, and is an error of the desk.
     */
    static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidValue invalid) {
            throw new ProblemException(Problems.of(invalid));
        }
    }

    static OpenRequest opening(HttpServletRequest request, DeskUser user) {
        Body.requireJson(request);
        byte[] body = Body.read(request);
        OperationId operationId = Headers.operationId(request);
        Title title = new Title(JsonFields.read(body, "title").text("title"));
        return OpenRequest.of(operationId, user.actor(), title);
    }

    /** A command on a case, and the fields of its body. */
    record WithFields(PermitRequest command, JsonFields fields) {}

    static WithFields withFields(String id, HttpServletRequest request, DeskUser user, String... known) {
        Body.requireJson(request);
        CaseId caseId = caseId(id);
        byte[] body = Body.read(request);
        PermitRequest command = withHeaders(caseId, request, user);
        return new WithFields(command, JsonFields.read(body, known));
    }

    /** A command whose body may hold a reason and nothing else. */
    static PermitRequest withReason(String id, HttpServletRequest request, DeskUser user) {
        WithFields given = withFields(id, request, user, "reason");
        return given.fields()
                .optionalText("reason")
                .map(reason -> given.command().because(new Reason(reason)))
                .orElse(given.command());
    }

    /** A command without a body. */
    static PermitRequest withoutBody(CaseId caseId, HttpServletRequest request, DeskUser user) {
        byte[] body = Body.read(request);
        PermitRequest command = withHeaders(caseId, request, user);
        Body.requireEmpty(body);
        return command;
    }

    private static PermitRequest withHeaders(CaseId caseId, HttpServletRequest request, DeskUser user) {
        OperationId operationId = Headers.operationId(request);
        Revision expected = Headers.expectedRevision(request);
        return PermitRequest.of(operationId, user.actor(), caseId, expected);
    }
}
