package dev.referee.cookbook.money;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where accounts are kept in memory. */
public final class InMemoryAccounts {

    public static final AggregateStore<Account> STORE =
            InMemoryAggregate.of("bank_account", account -> account.id().subject(), Account::revision);

    private InMemoryAccounts() {}
}
