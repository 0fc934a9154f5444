package dev.referee.domain.permit;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Revision;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A permit case at one revision.
 *
 * @param applicant who opened the case and owns it
 * @param reviewers who is assigned now
 * @param feeLines how many fee lines the case has
 * @param feeTotalCents the sum of their amounts, 0 or more
 * @param addedFee the fee line that the change to this revision adds, for the store to insert; empty on a case that was read
 */
public record PermitCase(
        CaseId id,
        Title title,
        Actor applicant,
        Status status,
        Revision revision,
        SortedSet<ReviewerId> reviewers,
        int feeLines,
        long feeTotalCents,
        Optional<FeeLine> addedFee) {

    public PermitCase {
        reviewers = Collections.unmodifiableSortedSet(new TreeSet<>(reviewers));
        if (revision.equals(Revision.NONE)) {
            throw new InvalidValue("revision", "of a case must be 1 or more");
        }
        Check.range("fee lines", feeLines, 0, Integer.MAX_VALUE);
        Check.range("fee total", feeTotalCents, 0, Long.MAX_VALUE);
    }

    /** The next revision, in this status and with no fee added yet. */
    PermitCase movedTo(Status next) {
        return new PermitCase(
                id, title, applicant, next, revision.next(), reviewers, feeLines, feeTotalCents, Optional.empty());
    }

    PermitCase withReviewers(SortedSet<ReviewerId> assigned) {
        return new PermitCase(id, title, applicant, status, revision, assigned, feeLines, feeTotalCents, addedFee);
    }

    PermitCase withFee(FeeLine added) {
        return new PermitCase(
                id,
                title,
                applicant,
                status,
                revision,
                reviewers,
                added.number(),
                feeTotalCents + added.amountCents(),
                Optional.of(added));
    }

    /** The case as it is read back: its fee line is stored. */
    public PermitCase withoutAddedFee() {
        return new PermitCase(
                id, title, applicant, status, revision, reviewers, feeLines, feeTotalCents, Optional.empty());
    }
}
