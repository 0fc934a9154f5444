package dev.referee.cookbook.wallet;

import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.FailedHandler;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.idempotency.ResultNotRecorded;

/** Takes what the provider tells of payments. Safe for many threads. */
public final class Payments {

    private final IdempotentActions actions;
    private final Ledger ledger;

    public Payments(IdempotentActions actions, Ledger ledger) {
        this.actions = actions;
        this.ledger = ledger;
    }

    // sample: handle
    /** Credits the payment, unless that is being done or has been done. Whoever asks is given the same receipt. */
    public PaymentAnswer handle(Payment payment) {
        // Given back at once, whatever the ledger threw: should it have committed all the same, the next run finds the
        // receipt.
        Action credit = Action.of(payment.key(), payment.digest()).whenHandlerFails(FailedHandler.RELEASE);
        try {
            return answer(actions.run(credit, () -> receipt(payment)));
        } catch (NotBooked e) {
            return e.answer;
        } catch (ResultNotRecorded e) {
            // The claim ran out, or its store is away. The receipt is committed: a later run will give the same.
            return e.result().<PaymentAnswer>map(PaymentAnswer.Credited::new).orElseThrow(() -> e);
        }
    }

    private ActionResult receipt(Payment payment) throws NotBooked {
        Booking booking = ledger.credit(payment);
        if (booking instanceof Booking.Booked booked) {
            return booked.receipt().result();
        }
        throw new NotBooked(
                booking instanceof Booking.NoSuchWallet
                        ? new PaymentAnswer.NoSuchWallet()
                        : new PaymentAnswer.OtherPayment());
    }

    private static PaymentAnswer answer(ActionAnswer answer) {
        return answer.fold(
                ran -> new PaymentAnswer.Credited(ran.result()),
                replayed -> new PaymentAnswer.Credited(replayed.result()),
                pending -> new PaymentAnswer.InProgress(),
                mismatch -> new PaymentAnswer.OtherPayment(),
                refused -> {
                    throw new IllegalStateException("nothing was to be checked");
                });
    }
    // end

    /** A refusal is no result: nothing is recorded, and the key is given back. */
    private static final class NotBooked extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient PaymentAnswer answer;

        NotBooked(PaymentAnswer answer) {
            super("not booked: " + answer);
            this.answer = answer;
        }
    }
}
