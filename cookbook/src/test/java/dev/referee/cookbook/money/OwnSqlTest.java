package dev.referee.cookbook.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.RecipeTest;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.springframework.jdbc.core.simple.JdbcClient;

/** SQL of a service's own, in the work of a transaction: it takes part, and its deadlocks are run again as well. */
class OwnSqlTest extends RecipeTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** The two may close their circle again: how often is not the question here. */
    private static final RetryPolicy MANY = RetryPolicy.DEFAULT.withAttempts(30).withTotal(LIMIT);

    @ConcurrencyTest
    void two_that_write_in_opposite_order_both_commit() {
        JdbcClient jdbc = JdbcClient.create(kitchen.pool());
        kitchen.adapter().capabilities().whyNot(Feature.DEADLOCK_DETECTION).ifPresent(Assumptions::abort);
        AccountId one = new AccountId(Kitchen.fresh());
        AccountId other = new AccountId(Kitchen.fresh());
        Accounts accounts = new Accounts(transactions(), new SqlAccounts());
        accounts.open(one, 100);
        accounts.open(other, 100);
        CyclicBarrier bothHoldTheirFirst = new CyclicBarrier(2);
        AtomicInteger attempts = new AtomicInteger();
        Transactions transactions = Transactions.over(kitchen.adapter()).retrying(MANY);

        crew.atOnce(2, i -> {
            AtomicInteger own = new AtomicInteger();
            return transactions.run(LIMIT, t -> {
                attempts.incrementAndGet();
                addOne(jdbc, i == 0 ? one : other);
                if (own.incrementAndGet() == 1) {
                    Crew.awaitAll(bothHoldTheirFirst);
                }
                addOne(jdbc, i == 0 ? other : one);
                return i;
            });
        });

        assertTrue(attempts.get() > 2, "one of them was a victim");
        assertEquals(102, accounts.find(one).orElseThrow().cents());
        assertEquals(102, accounts.find(other).orElseThrow().cents());
    }

    private static void addOne(JdbcClient jdbc, AccountId account) {
        jdbc.sql("UPDATE bank_account SET cents = cents + 1, revision = revision + 1 WHERE id = ?")
                .param(account.number())
                .update();
    }
}
