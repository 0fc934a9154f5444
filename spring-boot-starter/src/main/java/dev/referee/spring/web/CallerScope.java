package dev.referee.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Optional;

/**
 * Whose keys a request's are. Keys of different scopes never meet, so that nobody is shown what somebody else was answered. A bean of this
 * type replaces {@link #principal}; called on each request, by many threads.
 */
@FunctionalInterface
public interface CallerScope {

    /**
     * The scope's name, such as a tenant's id and a user's; any text.
     *
     * @return empty if the request is nobody's: it is answered with 401
     */
    Optional<String> of(HttpServletRequest request);

    /**
     * The name of the authenticated principal, which is unique only where one authority gives names: several realms or issuers need a scope that
     * tells them apart.
     */
    static CallerScope principal() {
        return request -> Optional.ofNullable(request.getUserPrincipal())
                .map(Principal::getName)
                .map(name -> "principal/" + name);
    }

    /** One scope for everybody. Whoever knows or guesses a key is shown its answer: only for callers that may see all of each other's. */
    static CallerScope shared() {
        return request -> Optional.of("shared");
    }
}
