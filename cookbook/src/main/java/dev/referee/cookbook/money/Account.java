package dev.referee.cookbook.money;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Revision;

// sample: model
/**
 * An account that holds money: never less than none.
 *
 * @param cents the balance
 */
public record Account(AccountId id, Revision revision, long cents) {

    public Account {
        Check.range("balance in cents", cents, 0, Long.MAX_VALUE);
    }

    public static Account opened(AccountId id, long cents) {
        return new Account(id, Revision.FIRST, cents);
    }

    public boolean covers(Cents amount) {
        return amount.value() <= cents;
    }

    public Account minus(Cents amount) {
        return new Account(id, revision.next(), cents - amount.value());
    }

    public Account plus(Cents amount) {
        return new Account(id, revision.next(), Math.addExact(cents, amount.value()));
    }
}
// end
