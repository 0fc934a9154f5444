package dev.referee.domain.command;

/** The refusals that the command engine itself gives, whatever the aggregate. */
public sealed interface EngineRefusal extends Refusal {

    /**
     * The operation id was used before, by another actor or for other content. Nothing of the stored outcome is disclosed, not even which of
     * the two differs.
     */
    record OperationConflict(OperationKey key) implements EngineRefusal {
        @Override
        public String code() {
            return "operation-conflict";
        }

        @Override
        public String message() {
            return "The operation id " + key.operationId() + " was already used for another request.";
        }
    }

    /** The operation ran, but its outcome is no longer kept. It is not run again. */
    record OperationExpired(OperationKey key) implements EngineRefusal {
        @Override
        public String code() {
            return "operation-expired";
        }

        @Override
        public String message() {
            return "The operation " + key.operationId() + " took effect earlier; its outcome is no longer kept.";
        }
    }

    /** There is no aggregate with this identity. */
    record SubjectNotFound(Namespace namespace, Subject subject) implements EngineRefusal {
        @Override
        public String code() {
            return "subject-not-found";
        }

        @Override
        public String message() {
            return "There is no " + namespace + " " + subject + ".";
        }
    }
}
