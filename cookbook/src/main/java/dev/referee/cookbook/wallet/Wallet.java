package dev.referee.cookbook.wallet;

import dev.referee.domain.command.Revision;

/**
 * A wallet.
 *
 * @param cents the balance
 */
public record Wallet(WalletId id, Revision revision, long cents) {

    public static Wallet empty(WalletId id) {
        return new Wallet(id, Revision.FIRST, 0);
    }

    public Wallet plus(long more) {
        return new Wallet(id, revision.next(), Math.addExact(cents, more));
    }
}
