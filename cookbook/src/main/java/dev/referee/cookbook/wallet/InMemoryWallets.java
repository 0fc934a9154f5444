package dev.referee.cookbook.wallet;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.adapter.inmemory.InMemoryGuardedInsert;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.GuardedInsert;
import java.util.Map;

/** Where wallets and receipts are kept in memory. */
public final class InMemoryWallets {

    public static final AggregateStore<Wallet> STORE =
            InMemoryAggregate.of("wallet", wallet -> wallet.id().subject(), Wallet::revision);

    public static final GuardedInsert<Receipt> RECEIPTS = InMemoryGuardedInsert.of(
            "wallet_receipt", Receipt::operation, Map.of(Receipt.HAS_TAKEN_EFFECT, Receipt::operation));

    private InMemoryWallets() {}
}
