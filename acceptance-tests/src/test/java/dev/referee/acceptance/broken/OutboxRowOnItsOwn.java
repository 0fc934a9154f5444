package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.port.Change;
import java.util.List;

/** The outbox row is written in a transaction of its own, before that of the command: it stays when the command's is rolled back. */
final class OutboxRowOnItsOwn extends Fault {

    private final Leftovers events = new Leftovers(Snapshot.EVENT);

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        var written = changes.stream().map(Change::event).toList();
        events.add(written);
        transaction.unit().commit(changes);
        events.remove(written);
    }

    @Override
    Snapshot committed(Snapshot rows) {
        return events.in(rows);
    }
}
