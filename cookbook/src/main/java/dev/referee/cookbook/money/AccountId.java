package dev.referee.cookbook.money;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of an account, 1 or more. */
public record AccountId(long number) {

    public AccountId {
        Check.range("account", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }
}
