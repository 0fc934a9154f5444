package dev.referee.cookbook.refund;

/** Thrown when others were at a payment for all the time that was to be waited. Nothing was noted; asking again later is safe. */
public final class PaymentBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PaymentBusy(PaymentId payment) {
        super("payment " + payment.number() + " is busy");
    }
}
