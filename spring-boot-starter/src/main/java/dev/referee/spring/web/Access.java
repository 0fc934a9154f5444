package dev.referee.spring.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Whose a request is, and whether it may be made. */
final class Access {

    private final CallerScope scope;
    private final List<AccessCheck> checks;
    private final HandlerExceptionResolver exceptions;

    Access(CallerScope scope, List<AccessCheck> checks, HandlerExceptionResolver exceptions) {
        this.scope = scope;
        this.checks = List.copyOf(checks);
        this.exceptions = exceptions;
    }

    Optional<String> scopeOf(HttpServletRequest request) {
        return scope.of(request);
    }

    /** Whether every check lets it pass; if not, it is answered as the application answers what a check throws. */
    boolean isGranted(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        for (AccessCheck check : checks) {
            try {
                check.check(request);
            } catch (Exception refusal) {
                if (exceptions.resolveException(request, response, null, refusal) == null) {
                    throw rethrown(refusal);
                }
                return false;
            }
        }
        return true;
    }

    private static ServletException rethrown(Exception refusal) throws IOException {
        if (refusal instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (refusal instanceof IOException broken) {
            throw broken;
        }
        return refusal instanceof ServletException known ? known : new ServletException(refusal);
    }
}
