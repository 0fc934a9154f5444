package dev.referee.domain.permit;

import dev.referee.domain.command.Actor;

/** Who may do something to a case. Ids are compared as text: reviewer {@code 047} is not reviewer 47. */
public enum Who {
    /** Any applicant, for a case that is not there yet. */
    AN_APPLICANT("an applicant, who owns it from then on") {
        @Override
        boolean includes(Actor actor, PermitCase permitCase) {
            return mayOpen(actor);
        }
    },
    /** The applicant who opened the case. */
    ITS_APPLICANT("its applicant") {
        @Override
        boolean includes(Actor actor, PermitCase permitCase) {
            return Role.APPLICANT.isOf(actor) && actor.equals(permitCase.applicant());
        }
    },
    /** A reviewer who is assigned to the case now. */
    ASSIGNED_REVIEWER("assigned reviewer") {
        @Override
        boolean includes(Actor actor, PermitCase permitCase) {
            return Role.REVIEWER.isOf(actor)
                    && permitCase.reviewers().stream()
                            .anyMatch(reviewer -> reviewer.toString().equals(actor.id()));
        }
    },
    /** Any supervisor. */
    SUPERVISOR("supervisor") {
        @Override
        boolean includes(Actor actor, PermitCase permitCase) {
            return Role.SUPERVISOR.isOf(actor);
        }
    };

    private final String words;

    Who(String words) {
        this.words = words;
    }

    abstract boolean includes(Actor actor, PermitCase permitCase);

    static boolean mayOpen(Actor actor) {
        return Role.APPLICANT.isOf(actor);
    }

    /** The entry in plain words, for people. */
    public String words() {
        return words;
    }
}
