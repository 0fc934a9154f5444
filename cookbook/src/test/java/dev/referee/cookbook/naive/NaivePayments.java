package dev.referee.cookbook.naive;

import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.IdempotentActions;
import java.util.Map;
import javax.sql.DataSource;

/** Claims the payment's key, credits the wallet, and trusts that the result will be recorded. */
public final class NaivePayments {

    private final Naive naive;
    private final IdempotentActions actions;
    private final Runnable beforeCommit;

    /** Runs {@code beforeCommit} at the end of the transaction. */
    public NaivePayments(DataSource dataSource, IdempotentActions actions, Runnable beforeCommit) {
        this.naive = new Naive(dataSource);
        this.actions = actions;
        this.beforeCommit = beforeCommit;
    }

    // sample: naive
    public ActionAnswer handle(IdempotencyKey payment, ActionDigest digest, long wallet, long cents) {
        return actions.run(Action.of(payment, digest), () -> {
            credit(wallet, cents); // commits
            return ActionResult.of(Map.of("wallet", wallet, "credited", cents));
        }); // records the result
    }
    // end

    private void credit(long wallet, long cents) {
        naive.inTransaction(() -> {
            naive.jdbc
                    .sql("UPDATE wallet SET cents = cents + ?, revision = revision + 1 WHERE id = ?")
                    .params(cents, wallet)
                    .update();
            beforeCommit.run();
        });
    }
}
