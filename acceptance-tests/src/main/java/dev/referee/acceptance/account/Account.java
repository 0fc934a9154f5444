package dev.referee.acceptance.account;

import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;

/** An account that holds money: never less than none. */
public record Account(Subject id, Revision revision, long cents) {

    /** Opens an account with a first deposit. */
    public static Decision<Account> open(Subject id, long cents) {
        return new Account(id, Revision.FIRST, cents).accepted("account.opened");
    }

    /** Takes money out, if there is enough. */
    public Decision<Account> withdraw(Revision expected, long amount) {
        if (!expected.equals(revision)) {
            return Decision.refuse(new OutOfDate(expected, revision));
        }
        if (amount > cents) {
            return Decision.refuse(new InsufficientFunds(cents, amount));
        }
        return new Account(id, revision.next(), cents - amount).accepted("account.withdrawn");
    }

    Decision<Account> alreadyOpen() {
        return Decision.refuse(new AlreadyOpen(id));
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

    /** There is such an account already. */
    public record AlreadyOpen(Subject id) implements Refusal {
        @Override
        public String code() {
            return "already-open";
        }

        @Override
        public String message() {
            return "The account " + id + " is open already.";
        }
    }

    /** The account has changed since the caller saw it. */
    public record OutOfDate(Revision expected, Revision actual) implements Refusal {
        @Override
        public String code() {
            return "out-of-date";
        }

        @Override
        public String message() {
            return "The account is at revision " + actual + ", not at " + expected + ".";
        }
    }
}
