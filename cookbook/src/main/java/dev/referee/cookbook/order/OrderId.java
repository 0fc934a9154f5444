package dev.referee.cookbook.order;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of an order, 1 or more. */
public record OrderId(long number) {

    public OrderId {
        Check.range("order", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }
}
