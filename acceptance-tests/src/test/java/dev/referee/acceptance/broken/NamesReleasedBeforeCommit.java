package dev.referee.acceptance.broken;

import dev.referee.application.port.Change;
import java.util.List;

/** A name is given back when the work is done, and only then comes the commit. */
final class NamesReleasedBeforeCommit extends OwnNames {

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        release(transaction);
        super.commit(transaction, changes);
    }
}
