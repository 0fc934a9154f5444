package dev.referee.cookbook.customer;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where customers are kept in memory. */
public final class InMemoryCustomers {

    public static final AggregateStore<Customer> STORE =
            InMemoryAggregate.of("customer", customer -> customer.id().subject(), Customer::revision);

    private InMemoryCustomers() {}
}
