package dev.referee.cookbook.wallet;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.sql.SqlDatabase;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.cookbook.naive.NaivePayments;
import java.time.Duration;
import java.util.function.Consumer;

/** What one process needs to take payments, with the receipt or without; tells where a payment is. Closes its connections at the end. */
final class Till implements AutoCloseable {

    static final Duration TIME_TO_LIVE = Duration.ofHours(1);

    private final HikariDataSource pool;
    private final Ledger ledger;
    private final Payments payments;
    private final NaivePayments naive;

    private Till(HikariDataSource pool, Ledger ledger, Payments payments, NaivePayments naive) {
        this.pool = pool;
        this.ledger = ledger;
        this.payments = payments;
        this.naive = naive;
    }

    static Till open(SqlDatabase database, Consumer<Point> came) {
        HikariDataSource pool = database.pool(2);
        Transactions transactions = Transactions.over(database.adapter(pool)
                        .guards(new SqlReceipts())
                        .listener(step -> Point.before(step).ifPresent(came))
                        .open())
                .retrying(RetryPolicy.DEFAULT);
        Ledger ledger = new Ledger(transactions, new SqlWallets(), new SqlReceipts());
        IdempotencyStore claims = new HaltingClaims(database.claims(pool).open(), came);
        IdempotentActions actions =
                IdempotentActions.over(claims).timeToLive(TIME_TO_LIVE).build();
        return new Till(
                pool,
                ledger,
                new Payments(actions, ledger),
                new NaivePayments(pool, actions, () -> came.accept(Point.BEFORE_COMMIT)));
    }

    void open(WalletId wallet) {
        ledger.open(wallet);
    }

    long balance(WalletId wallet) {
        return ledger.find(wallet).orElseThrow().cents();
    }

    PaymentAnswer handle(Payment payment) {
        return payments.handle(payment);
    }

    ActionResult handleNaively(Payment payment) {
        return naive.handle(payment.key(), payment.digest(), payment.wallet().number(), payment.cents())
                .given()
                .orElseThrow();
    }

    @Override
    public void close() {
        pool.close();
    }
}
