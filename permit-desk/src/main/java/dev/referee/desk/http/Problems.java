package dev.referee.desk.http;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.CONFLICT;
import static org.springframework.http.HttpStatus.FORBIDDEN;
import static org.springframework.http.HttpStatus.GONE;
import static org.springframework.http.HttpStatus.NOT_FOUND;
import static org.springframework.http.HttpStatus.PRECONDITION_FAILED;
import static org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE;
import static org.springframework.http.HttpStatus.UNPROCESSABLE_CONTENT;

import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandFailure;
import dev.referee.application.command.OutcomeUnknown;
import dev.referee.application.command.RetriesExhausted;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitRefusal;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.StaleRevision;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** How refusals, failures and bare statuses are shown over HTTP. */
final class Problems {

    private static final int SOON_SECONDS = 1;
    private static final int STORE_AWAY_SECONDS = 5;

    private static final Map<String, HttpStatus> STATUS_OF_REFUSAL = Map.of(
            "operation-conflict", UNPROCESSABLE_CONTENT,
            "operation-expired", GONE,
            "case-not-found", NOT_FOUND,
            "not-authorized", FORBIDDEN,
            "illegal-transition", CONFLICT,
            "stale-revision", PRECONDITION_FAILED);

    private Problems() {}

    static Problem of(Refusal refusal) {
        HttpStatus status = STATUS_OF_REFUSAL.getOrDefault(refusal.code(), CONFLICT);
        Problem problem = Problem.of(status, refusal.code(), refusal.message());
        if (refusal instanceof StaleRevision stale) {
            return problem.with("expected", stale.expected().value())
                    .with("actual", stale.actual().value());
        }
        if (refusal instanceof IllegalTransition illegal) {
            return problem.with("from", illegal.from().name())
                    .with("action", illegal.action().wireName());
        }
        return problem;
    }

    static Problem noSuchCase(CaseId id) {
        return of(new PermitRefusal.CaseNotFound(id));
    }

    static Problem of(InvalidValue invalid) {
        return Problem.of(BAD_REQUEST, "invalid-value", invalid.field(), invalid.problem());
    }

    static Problem of(CommandFailure failure) {
        if (failure instanceof CaseBusy) {
            return unavailable("case-busy", "The case is busy; nothing was written.", SOON_SECONDS);
        }
        if (failure instanceof RetriesExhausted) {
            return unavailable(
                    "retries-exhausted",
                    "The command was tried several times and met other commands each time; nothing was written.",
                    SOON_SECONDS);
        }
        if (failure instanceof OutcomeUnknown) {
            return unavailable(
                    "outcome-unknown",
                    "Whether the command took effect is not known. Repeat it with the same Idempotency-Key: it takes effect once.",
                    SOON_SECONDS);
        }
        if (failure instanceof StoreUnavailable) {
            return storeUnavailable();
        }
        return internalError();
    }

    static Problem storeUnavailable() {
        return unavailable(
                "store-unavailable", "The database cannot be reached; nothing was written.", STORE_AWAY_SECONDS);
    }

    static Problem internalError() {
        return Problem.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", "The desk failed; its log says why.");
    }

    /** The answer to a request that never came to a handler of the desk. */
    static Problem of(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST ->
                Problem.of(
                        status, "malformed-request", "The request is not well-formed HTTP, or its path is not plain.");
            case UNAUTHORIZED -> Problem.of(status, "not-authenticated", "Sign in with HTTP Basic.");
            case FORBIDDEN -> Problem.of(status, "not-authorized", "This user may not do this.");
            case NOT_FOUND -> Problem.of(status, "no-such-resource", "There is nothing at this path.");
            case METHOD_NOT_ALLOWED ->
                Problem.of(
                        status,
                        "method-not-allowed",
                        "The resource does not know this method; the header Allow lists those it knows.");
            case NOT_ACCEPTABLE -> Problem.of(status, "not-acceptable", "The desk answers application/json only.");
            case REQUEST_TIMEOUT -> Problem.of(status, "request-timeout", "The request did not come in time.");
            case CONTENT_TOO_LARGE -> Problem.of(status, "body-too-large", "body", "must be at most 65536 bytes");
            case UNSUPPORTED_MEDIA_TYPE ->
                Problem.of(
                        status,
                        "unsupported-media-type",
                        "Content-Type",
                        "must be application/json, in UTF-8 and not compressed");
            case NOT_IMPLEMENTED, HTTP_VERSION_NOT_SUPPORTED ->
                Problem.of(status, "not-supported", "The desk does not speak this kind of HTTP.");
            default ->
                status.is4xxClientError()
                        ? Problem.of(status, "bad-request", "The request cannot be answered.")
                        : internalError();
        };
    }

    private static Problem unavailable(String code, String detail, int seconds) {
        return Problem.of(SERVICE_UNAVAILABLE, code, detail).retryAfter(seconds);
    }
}
