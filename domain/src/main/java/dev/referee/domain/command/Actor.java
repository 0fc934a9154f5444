package dev.referee.domain.command;

/**
 * Who asks: a role and an id, both compared as stored text. The engine compares the actor of a repeat with that of the first execution; what
 * an actor may do is for the aggregate to decide.
 *
 * @param role 1 to 32 visible ASCII characters
 * @param id 1 to 128 visible ASCII characters
 */
public record Actor(String role, String id) {

    public static final int MAX_ROLE_BYTES = 32;
    public static final int MAX_ID_BYTES = 128;

    public Actor {
        Check.visibleAscii("actor role", role, MAX_ROLE_BYTES);
        Check.visibleAscii("actor id", id, MAX_ID_BYTES);
    }

    @Override
    public String toString() {
        return role + " " + id;
    }
}
