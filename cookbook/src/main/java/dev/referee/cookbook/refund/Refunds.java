package dev.referee.cookbook.refund;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Revision;

// sample: model
/**
 * What was refunded of one payment. Before the first refund there is nothing: no row that could be locked.
 *
 * @param revision how many refunds there are
 * @param cents of all of them together
 */
public record Refunds(PaymentId payment, Revision revision, long cents) {

    public Refunds {
        Check.range("refunded cents", cents, 0, Long.MAX_VALUE);
    }

    public static Refunds none(PaymentId payment) {
        return new Refunds(payment, Revision.NONE, 0);
    }

    public boolean leave(long amount, Payment of) {
        return amount <= of.cents() - cents;
    }

    public Refunds plus(long amount) {
        return new Refunds(payment, revision.next(), Math.addExact(cents, amount));
    }
}
// end
