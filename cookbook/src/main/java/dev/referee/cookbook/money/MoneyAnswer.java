package dev.referee.cookbook.money;

import java.util.function.Function;

// sample: answer
/** What somebody is told who wants to move money. */
public sealed interface MoneyAnswer {

    /**
     * The money was moved.
     *
     * @param left on the account that it came from
     */
    record Moved(long left) implements MoneyAnswer {}

    /**
     * Nothing was moved.
     *
     * @param available at the moment of the decision
     */
    record NotEnough(long available) implements MoneyAnswer {}

    /**
     * Nothing was moved.
     *
     * @param account that does not exist
     */
    record NoSuchAccount(AccountId account) implements MoneyAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Moved, ? extends R> moved,
            Function<? super NotEnough, ? extends R> notEnough,
            Function<? super NoSuchAccount, ? extends R> noSuchAccount) {
        if (this instanceof Moved m) {
            return moved.apply(m);
        }
        return this instanceof NotEnough n ? notEnough.apply(n) : noSuchAccount.apply((NoSuchAccount) this);
    }
}
// end
