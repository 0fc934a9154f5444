package dev.referee.desk.http;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Title;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Every command on cases. The actor is who signed in, never a part of the request. */
@RestController
@RequestMapping(path = "/cases", produces = APPLICATION_JSON_VALUE)
class CommandController {

    private final PermitCommands commands;

    CommandController(PermitCommands commands) {
        this.commands = commands;
    }

    @PostMapping(consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> open(HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        byte[] body = Body.json(request);
        OperationId operationId = Headers.operationId(request);
        Title title = new Title(JsonFields.read(body, "title").text("title"));
        return Answers.opened(commands.open(OpenRequest.of(operationId, user.actor(), title)));
    }

    @PostMapping(path = "/{id}/submission", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> submit(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.submit(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/review", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> startReview(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.startReview(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/change-request", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> requestChanges(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.requestChanges(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/resubmission", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> resubmit(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.resubmit(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/approval", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> approve(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.approve(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/rejection", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> reject(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.reject(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/withdrawal", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> withdraw(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.withdraw(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/reopening", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> reopen(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.changed(commands.reopen(Requests.withReason(id, request, user)));
    }

    @PutMapping("/{id}/reviewers/{reviewerId}")
    ResponseEntity<byte[]> assignReviewer(
            @PathVariable String id,
            @PathVariable String reviewerId,
            HttpServletRequest request,
            @AuthenticationPrincipal DeskUser user) {
        CaseId caseId = Requests.caseId(id);
        ReviewerId reviewer = Requests.reviewerId(reviewerId);
        return Answers.changed(commands.assignReviewer(Requests.withoutBody(caseId, request, user), reviewer));
    }

    @DeleteMapping("/{id}/reviewers/{reviewerId}")
    ResponseEntity<byte[]> removeReviewer(
            @PathVariable String id,
            @PathVariable String reviewerId,
            HttpServletRequest request,
            @AuthenticationPrincipal DeskUser user) {
        CaseId caseId = Requests.caseId(id);
        ReviewerId reviewer = Requests.reviewerId(reviewerId);
        return Answers.changed(commands.removeReviewer(Requests.withoutBody(caseId, request, user), reviewer));
    }

    @PostMapping(path = "/{id}/fees", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> addFee(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        CaseId caseId = Requests.caseId(id);
        byte[] body = Body.json(request);
        PermitRequest command = Requests.withHeaders(caseId, request, user);
        JsonFields fields = JsonFields.read(body, "description", "amountCents");
        return Answers.changed(commands.addFee(
                command, fields.text("description"), fields.number("amountCents", 1, FeeLine.MAX_AMOUNT_CENTS)));
    }
}
