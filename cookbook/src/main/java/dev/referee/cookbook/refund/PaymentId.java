package dev.referee.cookbook.refund;

import dev.referee.application.lock.LockName;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number that the payment provider has given a payment, 1 or more. */
public record PaymentId(long number) {

    public PaymentId {
        Check.range("payment", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }

    /** What is locked while its refunds are looked at: the payment has no row here. */
    public LockName refundLock() {
        return new LockName("refund/" + number);
    }
}
