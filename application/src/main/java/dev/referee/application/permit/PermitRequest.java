package dev.referee.application.permit;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import java.util.Optional;

/**
 * What every command on an existing case carries. Immutable.
 *
 * @param operationId the caller's name for the operation, kept over retries
 * @param actor who asks, as authenticated
 * @param expected the revision that the caller has seen
 * @param reason for the audit row; whether there must be one, or none, is up to the action
 */
public record PermitRequest(
        OperationId operationId, Actor actor, CaseId caseId, Revision expected, Optional<Reason> reason) {

    /** A request without a reason; add it with {@link #because}. */
    public static PermitRequest of(OperationId operationId, Actor actor, CaseId caseId, Revision expected) {
        return new PermitRequest(operationId, actor, caseId, expected, Optional.empty());
    }

    public PermitRequest because(Reason why) {
        return new PermitRequest(operationId, actor, caseId, expected, Optional.of(why));
    }
}
