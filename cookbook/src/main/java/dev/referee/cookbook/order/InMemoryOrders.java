package dev.referee.cookbook.order;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where orders are kept in memory. */
public final class InMemoryOrders {

    public static final AggregateStore<Order> STORE =
            InMemoryAggregate.of("purchase_order", order -> order.id().subject(), Order::revision);

    private InMemoryOrders() {}
}
