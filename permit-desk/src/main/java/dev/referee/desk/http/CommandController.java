package dev.referee.desk.http;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import dev.referee.application.command.Command;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitPlans;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Every command on cases. The actor is who signed in, never a part of the request. A command is planned first, then executed: what is wrong
 * with its values is the caller's fault up to there, and not after.
 */
@RestController
@RequestMapping(path = "/cases", produces = APPLICATION_JSON_VALUE)
class CommandController {

    private final CommandEngine engine;
    private final PermitCommands commands;
    private final PermitPlans plans;

    CommandController(CommandEngine engine, PermitCommands commands) {
        this.engine = engine;
        this.commands = commands;
        this.plans = commands.plans();
    }

    @PostMapping(consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> open(HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return Answers.opened(commands.open(Requests.checked(() -> Requests.opening(request, user))));
    }

    @PostMapping(path = "/{id}/submission", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> submit(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.submit(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/review", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> startReview(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.startReview(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/change-request", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> requestChanges(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.requestChanges(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/resubmission", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> resubmit(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.resubmit(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/approval", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> approve(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.approve(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/rejection", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> reject(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.reject(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/withdrawal", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> withdraw(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.withdraw(Requests.withReason(id, request, user)));
    }

    @PostMapping(path = "/{id}/reopening", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> reopen(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> plans.reopen(Requests.withReason(id, request, user)));
    }

    @PutMapping("/{id}/reviewers/{reviewerId}")
    ResponseEntity<byte[]> assignReviewer(
            @PathVariable String id,
            @PathVariable String reviewerId,
            HttpServletRequest request,
            @AuthenticationPrincipal DeskUser user) {
        return change(() -> {
            CaseId caseId = Requests.caseId(id);
            ReviewerId reviewer = Requests.reviewerId(reviewerId);
            return plans.assignReviewer(Requests.withoutBody(caseId, request, user), reviewer);
        });
    }

    @DeleteMapping("/{id}/reviewers/{reviewerId}")
    ResponseEntity<byte[]> removeReviewer(
            @PathVariable String id,
            @PathVariable String reviewerId,
            HttpServletRequest request,
            @AuthenticationPrincipal DeskUser user) {
        return change(() -> {
            CaseId caseId = Requests.caseId(id);
            ReviewerId reviewer = Requests.reviewerId(reviewerId);
            return plans.removeReviewer(Requests.withoutBody(caseId, request, user), reviewer);
        });
    }

    @PostMapping(path = "/{id}/fees", consumes = APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> addFee(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        return change(() -> {
            Requests.WithFields given = Requests.withFields(id, request, user, "description", "amountCents");
            return plans.addFee(
                    given.command(),
                    given.fields().text("description"),
                    given.fields().number("amountCents", 1, FeeLine.MAX_AMOUNT_CENTS));
        });
    }

    private ResponseEntity<byte[]> change(Supplier<Command<PermitCase>> planning) {
        return Answers.changed(engine.execute(Requests.checked(planning)));
    }
}
