package dev.referee.domain.permit;

import dev.referee.domain.command.Actor;

/** The roles that the table of transitions knows. An actor in any other role may do nothing. */
public enum Role {
    /** Opens cases and owns them. */
    APPLICANT("applicant"),
    /** Acts on the cases that the reviewer is assigned to; the actor's id is the number of a {@link ReviewerId} in decimal digits. */
    REVIEWER("reviewer"),
    /** Assigns reviewers, and may reopen what was decided. */
    SUPERVISOR("supervisor");

    private final String wireName;

    Role(String wireName) {
        this.wireName = wireName;
    }

    /** The role as it stands in an {@link Actor}. */
    public String wireName() {
        return wireName;
    }

    /** An actor in this role. */
    public Actor actor(String id) {
        return new Actor(wireName, id);
    }

    /** Tells whether the actor is in this role. */
    public boolean isOf(Actor actor) {
        return actor.role().equals(wireName);
    }
}
