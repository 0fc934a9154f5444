package dev.referee.acceptance.account;

import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.util.Optional;

// sample: decisions
/** An account that holds money: never less than none. */
public record Account(Subject id, Revision revision, long cents) {

    public static Decision<Account> open(Optional<Account> existing, Subject id, long cents) {
        return existing.isPresent()
                ? Decision.refuse(Refusal.of("already-open", "The account " + id + " is open already."))
                : new Account(id, Revision.FIRST, cents).accepted("account.opened");
    }

    public Decision<Account> withdraw(Revision expected, long amount) {
        if (!expected.equals(revision)) {
            return Decision.refuse(Refusal.of("out-of-date", "The account is at revision " + revision + "."));
        }
        return amount > cents
                ? Decision.refuse(new InsufficientFunds(cents, amount))
                : new Account(id, revision.next(), cents - amount).accepted("account.withdrawn");
    }

    private Decision<Account> accepted(String event) {
        Json json = new Json("{\"account\":\"" + id + "\",\"revision\":" + revision + ",\"cents\":" + cents + "}");
        return Decision.accept(this, new Event(new TypeName(event, 1), json), json);
    }

    /** There is less on the account than was asked for. */
    public record InsufficientFunds(long available, long asked) implements Refusal {
        @Override
        public String code() {
            return "insufficient-funds";
        }

        @Override
        public String message() {
            return "The account holds " + available + " cents, which is less than " + asked + ".";
        }
    }
}
// end
