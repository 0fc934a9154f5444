package dev.referee.spring.web;

import java.util.function.Predicate;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;

/** What Spring Security makes 401 and 403 of, outside the filter. Loaded only where Spring Security is. */
final class SecurityRefusals implements Predicate<Throwable> {

    @Override
    public boolean test(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof AccessDeniedException || each instanceof AuthenticationException) {
                return true;
            }
        }
        return false;
    }
}
