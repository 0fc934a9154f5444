package dev.referee.cookbook.order;

import java.util.function.Function;
import java.util.function.Supplier;

// sample: answer
/** What somebody is told who changes an order. */
public sealed interface OrderAnswer {

    /** The order is as it is here. */
    record Changed(Order order) implements OrderAnswer {}

    /**
     * Nothing was changed: the order was placed before.
     *
     * @param order as it was placed
     */
    record PlacedAlready(Order order) implements OrderAnswer {}

    /** Nothing was changed. */
    record NoSuchOrder() implements OrderAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Order, ? extends R> changed,
            Function<? super Order, ? extends R> placedAlready,
            Supplier<? extends R> noSuchOrder) {
        if (this instanceof Changed c) {
            return changed.apply(c.order());
        }
        return this instanceof PlacedAlready p ? placedAlready.apply(p.order()) : noSuchOrder.get();
    }
}
// end
