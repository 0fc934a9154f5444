package dev.referee.cookbook.wallet;

import dev.referee.application.idempotency.ActionResult;
import java.util.function.Function;
import java.util.function.Supplier;

// sample: answer
/** What the provider is told. */
public sealed interface PaymentAnswer {

    /**
     * The payment is credited.
     *
     * @param receipt byte for byte the same, whoever asks and whenever
     */
    record Credited(ActionResult receipt) implements PaymentAnswer {}

    /** Somebody else is at it, or was until it died: to be told again later. */
    record InProgress() implements PaymentAnswer {}

    /** Nothing was written: a payment of this name has been told of, and it was another one. */
    record OtherPayment() implements PaymentAnswer {}

    /** Nothing was written: there is no such wallet. */
    record NoSuchWallet() implements PaymentAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super ActionResult, ? extends R> credited,
            Supplier<? extends R> inProgress,
            Supplier<? extends R> otherPayment,
            Supplier<? extends R> noSuchWallet) {
        if (this instanceof Credited c) {
            return credited.apply(c.receipt());
        }
        if (this instanceof InProgress) {
            return inProgress.get();
        }
        return this instanceof OtherPayment ? otherPayment.get() : noSuchWallet.get();
    }
}
// end
