package dev.referee.desk.http;

import dev.referee.application.command.CommandFailure;
import dev.referee.application.port.StoreFailure;
import dev.referee.desk.http.Body.BrokenBody;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every exception into a problem document. What the desk did not expect is logged in full and shown as {@code internal-error}. */
@RestControllerAdvice
class ErrorAdvice extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

    @ExceptionHandler
    ResponseEntity<byte[]> problem(ProblemException exception) {
        return ProblemResponses.entity(exception.problem());
    }

    @ExceptionHandler
    ResponseEntity<byte[]> brokenBody(BrokenBody broken) {
        LOG.debug("A body broke off.", broken);
        return ProblemResponses.entity(Problems.of(HttpStatus.BAD_REQUEST));
    }

    /** The firewall looks at names and values of parameters and headers only when they are asked for. */
    @ExceptionHandler
    ResponseEntity<byte[]> rejectedByTheFirewall(RequestRejectedException rejected) {
        LOG.debug("The firewall rejected a request.", rejected);
        return ProblemResponses.entity(Problems.of(HttpStatus.BAD_REQUEST));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> undecodableQuery(InvalidParameterException invalid) {
        LOG.debug("A query could not be decoded.", invalid);
        return ProblemResponses.entity(
                Problem.of(HttpStatus.BAD_REQUEST, "invalid-value", "query", "must be percent-encoded UTF-8"));
    }

    @ExceptionHandler
    ResponseEntity<byte[]> commandFailure(CommandFailure failure) {
        return failed(Problems.of(failure), failure);
    }

    @ExceptionHandler
    ResponseEntity<byte[]> storeFailure(StoreFailure failure) {
        return failed(
                switch (failure.kind()) {
                    case UNAVAILABLE, CONNECTION_LOST, CONTENTION -> Problems.storeUnavailable();
                    case DUPLICATE_OPERATION, DUPLICATE_AGGREGATE, REJECTED -> Problems.internalError();
                },
                failure);
    }

    @ExceptionHandler
    ResponseEntity<byte[]> unexpected(Exception exception) {
        return failed(Problems.internalError(), exception);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception exception,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        @Nullable HttpStatus known = HttpStatus.resolve(status.value());
        Problem problem = known == null ? Problems.internalError() : Problems.of(known);
        if (problem.status().is5xxServerError()) {
            LOG.error("A request failed.", exception);
        }
        ResponseEntity<byte[]> response = ProblemResponses.entity(problem, headers);
        return ResponseEntity.status(response.getStatusCode())
                .headers(response.getHeaders())
                .body(response.getBody());
    }

    private static ResponseEntity<byte[]> failed(Problem problem, Exception exception) {
        if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            LOG.warn("{}: {}", problem.code(), exception.getMessage());
        } else {
            LOG.error("A request failed.", exception);
        }
        return ProblemResponses.entity(problem);
    }
}
