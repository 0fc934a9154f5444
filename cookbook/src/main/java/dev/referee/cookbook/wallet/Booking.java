package dev.referee.cookbook.wallet;

import java.util.function.Function;
import java.util.function.Supplier;

// sample: booking
/** What became of a payment in the ledger. */
public sealed interface Booking {

    /**
     * It is credited: now, or by an earlier run.
     *
     * @param receipt the same for all of them
     */
    record Booked(Receipt receipt) implements Booking {}

    /** Nothing was written. */
    record NoSuchWallet() implements Booking {}

    /** Nothing was written: a payment of this name has been credited, and it was for another wallet or another amount. */
    record OtherPayment() implements Booking {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Receipt, ? extends R> booked,
            Supplier<? extends R> noSuchWallet,
            Supplier<? extends R> otherPayment) {
        if (this instanceof Booked b) {
            return booked.apply(b.receipt());
        }
        return this instanceof NoSuchWallet ? noSuchWallet.get() : otherPayment.get();
    }
}
// end
