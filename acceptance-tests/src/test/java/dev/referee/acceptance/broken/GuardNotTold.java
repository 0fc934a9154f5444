package dev.referee.acceptance.broken;

import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.InsertAnswer.Found;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import java.util.TreeSet;

/** An insert that does nothing on any conflict hides which constraint fired; one of them is told. */
final class GuardNotTold extends Fault {

    @Override
    <V> InsertAnswer<V> insertOrFind(GuardedInserts healthy, Transaction transaction, GuardedInsert<V> insert, V row) {
        InsertAnswer<V> answer = super.insertOrFind(healthy, transaction, insert, row);
        return answer instanceof Found<V> found
                ? new Found<>(new TreeSet<>(insert.guards()).first(), found.winner())
                : answer;
    }
}
