package dev.referee.cookbook.wallet;

import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.GuardedInsert;
import java.time.Duration;
import java.util.Optional;

/**
 * Credits wallets, and gives a receipt for each credit. Every method throws {@link WalletBusy} if a wallet could not be had in time, and
 * whatever {@link Transactions#run} throws. Safe for many threads.
 */
public final class Ledger {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final LockWait WAIT = LockWait.upTo(Duration.ofSeconds(5));

    private final Transactions transactions;
    private final AggregateStore<Wallet> wallets;
    private final GuardedInsert<Receipt> receipts;

    public Ledger(Transactions transactions, AggregateStore<Wallet> wallets, GuardedInsert<Receipt> receipts) {
        this.transactions = transactions;
        this.wallets = wallets;
        this.receipts = receipts;
    }

    public void open(WalletId id) {
        transactions.run(LIMIT, t -> {
            t.insert(wallets, Wallet.empty(id));
            return id;
        });
    }

    public Optional<Wallet> find(WalletId id) {
        return transactions.run(LIMIT, t -> t.read(wallets, id.subject()));
    }

    // sample: credit
    /** Credits a payment, with its receipt in the same transaction. However often it is called, and by whom: one effect, one receipt. */
    public Booking credit(Payment payment) {
        return transactions.run(
                LIMIT,
                t -> t.lock(wallets, payment.wallet().subject(), WAIT)
                        .fold(wallet -> credit(t, wallet, payment), Booking.NoSuchWallet::new, () -> {
                            throw new WalletBusy(payment.wallet());
                        }));
    }

    private Booking credit(Transaction t, Wallet wallet, Payment payment) {
        Wallet next = wallet.plus(payment.cents());
        Receipt receipt = Receipt.of(payment, next);
        return t.insertOrFind(receipts, receipt)
                .fold(
                        () -> {
                            update(t, wallet, next);
                            return new Booking.Booked(receipt);
                        },
                        (guard, earlier) -> earlier.digest().equals(receipt.digest())
                                ? new Booking.Booked(earlier) // by an earlier run, whose process died or was late
                                : new Booking.OtherPayment());
    }
    // end

    private void update(Transaction t, Wallet before, Wallet next) {
        if (!t.update(wallets, before, next)) {
            throw new IllegalStateException("wallet " + before.id().number() + " was changed under its lock");
        }
    }
}
