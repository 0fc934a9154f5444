package dev.referee.cookbook.wallet;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of a wallet, 1 or more. */
public record WalletId(long number) {

    public WalletId {
        Check.range("wallet", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }
}
