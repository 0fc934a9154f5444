package dev.referee.domain.permit;

import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;

/** Why a command on a case is refused. Where several apply, the first in the order of this page is given. */
public sealed interface PermitRefusal extends Refusal {

    /** There is no case with this number. */
    record CaseNotFound(CaseId caseId) implements PermitRefusal {
        @Override
        public String code() {
            return "case-not-found";
        }

        @Override
        public String message() {
            return "There is no case " + caseId + ".";
        }
    }

    /** The actor may not do this to the case: the role does not fit, or the case is another's. */
    record NotAuthorized() implements PermitRefusal {
        @Override
        public String code() {
            return "not-authorized";
        }

        @Override
        public String message() {
            return "This actor may not do this to the case.";
        }
    }

    /**
     * The status does not allow the action. Also the answer to opening a case that is there, to assigning the assigned and to removing the
     * absent.
     *
     * @param from the present status
     */
    record IllegalTransition(Status from, Action action) implements PermitRefusal {
        @Override
        public String code() {
            return "illegal-transition";
        }

        @Override
        public String message() {
            return "The action " + action.wireName() + " does not fit the case, which is " + from + ".";
        }
    }

    /** The case has changed since the caller saw it. */
    record StaleRevision(Revision expected, Revision actual) implements PermitRefusal {
        @Override
        public String code() {
            return "stale-revision";
        }

        @Override
        public String message() {
            return "The case is at revision " + actual + ", not at " + expected + ".";
        }
    }
}
