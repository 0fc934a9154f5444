package dev.referee.cookbook.wallet;

/** Thrown when others held a wallet for all the time that was to be waited. Nothing was written; asking again later is safe. */
public final class WalletBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WalletBusy(WalletId wallet) {
        super("wallet " + wallet.number() + " is busy");
    }
}
