package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.port.Change;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The outbox row is written once the command's commit has been answered: with the reply the event is lost. */
final class OutboxRowAfterCommit extends Fault {

    private final Set<String> written = ConcurrentHashMap.newKeySet();

    @Override
    void commit(Transaction transaction, List<Change<?>> changes) {
        super.commit(transaction, changes);
        changes.forEach(change -> written.add(change.event().id().toString()));
    }

    @Override
    Snapshot committed(Snapshot rows) {
        TreeMap<String, List<String>> tables = new TreeMap<>(rows.tables());
        tables.computeIfPresent(
                Snapshot.EVENT,
                (table, all) -> all.stream()
                        .filter(row -> written.stream().anyMatch(row::contains))
                        .toList());
        return new Snapshot(tables);
    }
}
