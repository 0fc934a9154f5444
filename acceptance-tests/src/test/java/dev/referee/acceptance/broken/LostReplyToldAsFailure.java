package dev.referee.acceptance.broken;

import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import java.util.List;

/** A connection that was lost at COMMIT is told as a failure like any other: the caller hears that nothing happened, though it may have. */
final class LostReplyToldAsFailure extends Fault {

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        try {
            super.commit(transaction, changes);
        } catch (StoreFailure failure) {
            if (!failure.outcomeUnknown()) {
                throw failure;
            }
            throw new StoreFailure(FailureKind.REJECTED, failure.phase(), false, "the commit failed", failure);
        }
    }
}
