package dev.referee.cookbook.refund;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where refunds are kept in memory. */
public final class InMemoryRefunds {

    public static final AggregateStore<Refunds> STORE =
            InMemoryAggregate.of("refund", refunds -> refunds.payment().subject(), Refunds::revision);

    private InMemoryRefunds() {}
}
