package dev.referee.cookbook.order;

/** Thrown when others held an order for all the time that was to be waited. Nothing was changed; asking again later is safe. */
public final class OrderBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OrderBusy(OrderId order) {
        super("order " + order.number() + " is busy");
    }
}
