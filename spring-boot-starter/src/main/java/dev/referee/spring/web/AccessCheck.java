package dev.referee.spring.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Says no before a key is claimed, and so before a kept answer is given again. A replay runs the security chain but no handler, so rules that
 * stand on handlers, or are looked up by them, are asked here if they are to hold for replays. Called by many threads; beans of this type are
 * asked in their order.
 */
@FunctionalInterface
public interface AccessCheck {

    /**
     * Returns if the caller may make this request now. It must not read the body.
     *
     * @throws Exception if not; it is answered as if a handler had thrown it
     */
    void check(HttpServletRequest request) throws Exception;
}
