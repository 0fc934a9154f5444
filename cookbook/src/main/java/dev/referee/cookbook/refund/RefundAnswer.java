package dev.referee.cookbook.refund;

import java.util.function.LongFunction;
import java.util.function.Supplier;

// sample: answer
/** What somebody is told who asks for a refund. */
public sealed interface RefundAnswer {

    /**
     * The refund is noted, and may be paid out.
     *
     * @param left of the payment, to be refunded yet
     */
    record Refunded(long left) implements RefundAnswer {}

    /**
     * Nothing was noted.
     *
     * @param left of the payment, less than was asked for
     */
    record TooMuch(long left) implements RefundAnswer {}

    /** Nothing was noted: somebody else is just refunding the same payment. */
    record AnotherInProgress() implements RefundAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            LongFunction<? extends R> refunded,
            LongFunction<? extends R> tooMuch,
            Supplier<? extends R> anotherInProgress) {
        if (this instanceof Refunded r) {
            return refunded.apply(r.left());
        }
        return this instanceof TooMuch t ? tooMuch.apply(t.left()) : anotherInProgress.get();
    }
}
// end
