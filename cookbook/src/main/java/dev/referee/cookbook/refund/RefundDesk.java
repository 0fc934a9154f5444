package dev.referee.cookbook.refund;

import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Check;
import java.time.Duration;
import java.util.Optional;

/** Notes refunds. Safe for many threads. */
public final class RefundDesk {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final AggregateStore<Refunds> store;

    public RefundDesk(Transactions transactions, AggregateStore<Refunds> store) {
        this.transactions = transactions;
        this.store = store;
    }

    // sample: refund
    /** Notes a refund, unless somebody else is at the same payment: for a user who can look and ask again. */
    public RefundAnswer refundNow(Payment payment, long cents) {
        check(cents);
        return transactions.run(
                LIMIT,
                t -> t.tryLock(payment.id().refundLock())
                        ? refund(t, payment, cents)
                        : new RefundAnswer.AnotherInProgress());
    }

    /** Notes a refund, waiting for whoever is at the same payment: for work that nobody looks at. */
    public RefundAnswer refund(Payment payment, long cents) {
        check(cents);
        return transactions.run(LIMIT, t -> {
            if (!t.lock(payment.id().refundLock(), WAIT)) {
                throw new PaymentBusy(payment.id());
            }
            return refund(t, payment, cents);
        });
    }

    /** Under the lock: what was refunded is read by a statement that began after the lock was had. */
    private RefundAnswer refund(Transaction t, Payment payment, long cents) {
        Optional<Refunds> found = t.read(store, payment.id().subject());
        Refunds before = found.orElseGet(() -> Refunds.none(payment.id()));
        if (!before.leave(cents, payment)) {
            return new RefundAnswer.TooMuch(payment.cents() - before.cents());
        }
        Refunds next = before.plus(cents);
        if (found.isEmpty()) {
            t.insert(store, next);
        } else if (!t.update(store, before, next)) {
            throw new IllegalStateException("payment " + payment.id().number() + " was refunded without its lock");
        }
        return new RefundAnswer.Refunded(payment.cents() - next.cents());
    }
    // end

    public Refunds find(PaymentId payment) {
        return transactions.run(LIMIT, t -> t.read(store, payment.subject())).orElseGet(() -> Refunds.none(payment));
    }

    private static void check(long cents) {
        Check.range("refund in cents", cents, 1, 1_000_000_000_000L);
    }
}
