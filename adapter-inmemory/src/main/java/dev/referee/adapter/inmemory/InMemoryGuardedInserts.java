package dev.referee.adapter.inmemory;

import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.UnitOfWork;

/** Waits for who is inserting the same value, and finds the row beside it. */
final class InMemoryGuardedInserts implements GuardedInserts {

    private final InMemoryUnits units;

    InMemoryGuardedInserts(InMemoryUnits units) {
        this.units = units;
    }

    @Override
    public <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row) {
        InMemoryUnit own = units.require(unit);
        if (insert instanceof InMemoryGuardedInsert<V> known) {
            return own.insertOrFind(known, row);
        }
        throw new IllegalArgumentException("the in-memory adapter needs an InMemoryGuardedInsert, but was given a "
                + insert.getClass().getName());
    }
}
