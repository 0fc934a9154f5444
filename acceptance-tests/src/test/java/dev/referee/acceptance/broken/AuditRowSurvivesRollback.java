package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.port.Change;
import java.util.List;

/** The audit table takes no part in transactions, as a MyISAM table does not: its row stays after a rollback. */
final class AuditRowSurvivesRollback extends Fault {

    private final Leftovers audit = new Leftovers(Snapshot.AUDIT);

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        try {
            transaction.unit().commit(changes);
        } catch (RuntimeException failure) {
            audit.add(changes.stream().map(Change::audit).toList());
            throw failure;
        }
    }

    @Override
    Snapshot committed(Snapshot rows) {
        return audit.in(rows);
    }
}
