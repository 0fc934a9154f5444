package dev.referee.acceptance.account;

import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;

/**
 * What a lease protects, and what refuses holders that are late.
 *
 * @param fence the highest that has written; 0 before the first
 */
public record GuardedRow(Subject id, Revision revision, long fence, long value) {

    /** As a holder with this fence writes it over the present one. */
    public GuardedRow written(long byFence, long newValue) {
        return new GuardedRow(id, revision.next(), byFence, newValue);
    }
}
