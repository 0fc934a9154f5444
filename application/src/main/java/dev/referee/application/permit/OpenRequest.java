package dev.referee.application.permit;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Title;
import java.util.Optional;

/**
 * What an opening carries. Immutable.
 *
 * @param operationId the applicant's name for the operation, kept over retries
 * @param actor who asks, as authenticated, and owns the case from then on
 * @param explicitId the number that the case must get; without it, the next free one
 */
public record OpenRequest(OperationId operationId, Actor actor, Title title, Optional<CaseId> explicitId) {

    /** A request that leaves the number to the store. */
    public static OpenRequest of(OperationId operationId, Actor actor, Title title) {
        return new OpenRequest(operationId, actor, title, Optional.empty());
    }

    /** The same request for a case with this number. */
    public OpenRequest under(CaseId id) {
        return new OpenRequest(operationId, actor, title, Optional.of(id));
    }
}
