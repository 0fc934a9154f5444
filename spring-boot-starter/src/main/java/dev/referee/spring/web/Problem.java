package dev.referee.spring.web;

import static jakarta.servlet.http.HttpServletResponse.SC_BAD_REQUEST;
import static jakarta.servlet.http.HttpServletResponse.SC_CONFLICT;
import static jakarta.servlet.http.HttpServletResponse.SC_GONE;
import static jakarta.servlet.http.HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
import static jakarta.servlet.http.HttpServletResponse.SC_SERVICE_UNAVAILABLE;
import static jakarta.servlet.http.HttpServletResponse.SC_UNAUTHORIZED;

import dev.referee.application.idempotency.ActionResult;
import dev.referee.domain.command.InvalidValue;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * What the filter answers itself: a problem document (RFC 9457).
 *
 * @param code stable, for programs
 * @param detail a sentence for people
 * @param retryAfter in seconds
 */
record Problem(int status, String code, String detail, OptionalLong retryAfter) {

    private static final int UNPROCESSABLE = 422;
    private static final int STORE_AWAY_SECONDS = 5;

    private static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, OptionalLong.empty());
    }

    static Problem missingKey() {
        return of(SC_BAD_REQUEST, "missing-idempotency-key", "Idempotency-Key is required by this request.");
    }

    static Problem malformedKey(InvalidValue invalid) {
        return of(
                SC_BAD_REQUEST, "malformed-idempotency-key", IdempotencyKeyHeader.NAME + " " + invalid.problem() + ".");
    }

    static Problem noCaller() {
        return of(SC_UNAUTHORIZED, "no-caller", "A key belongs to its caller, and this request has none.");
    }

    static Problem bodyTooLarge(long limit) {
        return of(SC_REQUEST_ENTITY_TOO_LARGE, "body-too-large", "The body must be at most " + limit + " bytes.");
    }

    static Problem malformedBody() {
        return of(SC_BAD_REQUEST, "malformed-body", "The body is not whole, or not of its media type.");
    }

    static Problem inProgress(long retryAfterSeconds) {
        return new Problem(
                SC_CONFLICT,
                "request-in-progress",
                "The first request with this key has not ended, or has failed. Repeat it later with the same key: it is run once.",
                OptionalLong.of(retryAfterSeconds));
    }

    static Problem keyReused() {
        return of(UNPROCESSABLE, "idempotency-key-reused", "This key was used for another request.");
    }

    static Problem answerNotKept() {
        return of(
                SC_GONE,
                "response-not-kept",
                "The request was carried out before; its answer was too long to be kept, and it is not carried out again.");
    }

    static Problem storeUnavailable() {
        return new Problem(
                SC_SERVICE_UNAVAILABLE,
                "store-unavailable",
                "The key could not be claimed, so nothing was done.",
                OptionalLong.of(STORE_AWAY_SECONDS));
    }

    void write(HttpServletResponse response) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", HttpStatus.valueOf(status).getReasonPhrase());
        document.put("status", status);
        document.put("code", code);
        document.put("detail", detail);
        byte[] json = ActionResult.of(document).text().getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        retryAfter.ifPresent(seconds -> response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds)));
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
