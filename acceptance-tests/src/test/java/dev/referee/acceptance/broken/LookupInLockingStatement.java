package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.UnitOfWork.Locked;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.PermitCase;
import java.util.Optional;
import java.util.Set;

/**
 * One statement locks the row and looks up the rest: it sees the locked row as it is after the wait, and all other tables, operations and
 * assignments, as they were before it.
 */
final class LookupInLockingStatement extends Fault {

    @Override
    <S> Locked<S> lock(
            Transaction transaction,
            AggregateStore<S> store,
            Subject subject,
            LockWait wait,
            Set<OperationKey> operations) {
        var found = transaction.unit().lock(store, NOBODY, wait, operations).operations();
        Optional<S> before = transaction.unit().read(store, subject);
        LockAnswer<S> answer =
                transaction.unit().lock(store, subject, wait, Set.of()).answer();
        return new Locked<>(
                answer.<LockAnswer<S>>fold(
                        state -> new LockAnswer.Locked<>(withAssignmentsOf(before, state)), () -> answer, () -> answer),
                found);
    }

    @SuppressWarnings("unchecked") // what is made of a permit case is a permit case
    private static <S> S withAssignmentsOf(Optional<S> before, S locked) {
        if (before.isPresent() && before.get() instanceof PermitCase was && locked instanceof PermitCase now) {
            return (S) new PermitCase(
                    now.id(),
                    now.title(),
                    now.applicant(),
                    now.status(),
                    now.revision(),
                    was.reviewers(),
                    now.feeLines(),
                    now.feeTotalCents(),
                    now.addedFee());
        }
        return locked;
    }
}
