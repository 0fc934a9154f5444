package dev.referee.cookbook.money;

/** Thrown when others held an account for all the time that was to be waited. Nothing was moved; asking again later is safe. */
public final class AccountBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AccountBusy(AccountId account) {
        super("account " + account.number() + " is busy");
    }
}
