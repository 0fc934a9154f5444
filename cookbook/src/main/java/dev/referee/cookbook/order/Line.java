package dev.referee.cookbook.order;

import dev.referee.domain.command.Check;

/**
 * One line of an order.
 *
 * @param article 1 to 100 code points
 * @param cents its price in all, 0 to 10^9
 */
public record Line(String article, long cents) {

    public Line {
        Check.text("article of a line", article, 100);
        Check.range("price in cents", cents, 0, 1_000_000_000L);
    }
}
