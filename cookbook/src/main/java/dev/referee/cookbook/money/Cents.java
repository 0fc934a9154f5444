package dev.referee.cookbook.money;

import dev.referee.domain.command.Check;

/** An amount to be moved: 1 to 10^12 cents. */
public record Cents(long value) {

    public Cents {
        Check.range("amount in cents", value, 1, 1_000_000_000_000L);
    }
}
