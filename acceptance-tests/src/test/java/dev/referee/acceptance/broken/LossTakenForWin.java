package dev.referee.acceptance.broken;

import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.InsertAnswer.Inserted;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who lost and does not see the winner's row says that it has inserted. The first insert meets nobody, and is right. */
final class LossTakenForWin extends Fault {

    private final AtomicBoolean first = new AtomicBoolean(true);

    @Override
    <V> InsertAnswer<V> insertOrFind(GuardedInserts healthy, Transaction transaction, GuardedInsert<V> insert, V row) {
        boolean right = first.getAndSet(false);
        InsertAnswer<V> answer = super.insertOrFind(healthy, transaction, insert, row);
        if (answer instanceof Inserted && !right) {
            transaction.renew();
        }
        return answer;
    }
}
