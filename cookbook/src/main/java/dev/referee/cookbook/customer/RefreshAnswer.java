package dev.referee.cookbook.customer;

import java.util.function.Function;
import java.util.function.Supplier;

// sample: answer
/** What somebody is told who asks for a refresh. */
public sealed interface RefreshAnswer {

    /** The customer is as it is here. */
    record Refreshed(Customer customer) implements RefreshAnswer {}

    /** Somebody else is just refreshing it; the directory was not asked. */
    record InProgress() implements RefreshAnswer {}

    /**
     * Nothing was written: it took longer than the lease, and somebody else has refreshed the customer since.
     *
     * @param theirs what is there now
     */
    record Overtaken(Customer theirs) implements RefreshAnswer {}

    /** Nothing was written: there is no such customer. */
    record NoSuchCustomer() implements RefreshAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Customer, ? extends R> refreshed,
            Supplier<? extends R> inProgress,
            Function<? super Customer, ? extends R> overtaken,
            Supplier<? extends R> noSuchCustomer) {
        if (this instanceof Refreshed r) {
            return refreshed.apply(r.customer());
        }
        if (this instanceof Overtaken o) {
            return overtaken.apply(o.theirs());
        }
        return this instanceof InProgress ? inProgress.get() : noSuchCustomer.get();
    }
}
// end
