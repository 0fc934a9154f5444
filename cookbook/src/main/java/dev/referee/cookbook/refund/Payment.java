package dev.referee.cookbook.refund;

import dev.referee.domain.command.Check;

/**
 * A payment, as the provider tells it.
 *
 * @param cents what was paid, 1 to 10^12
 */
public record Payment(PaymentId id, long cents) {

    public Payment {
        Check.range("paid cents", cents, 1, 1_000_000_000_000L);
    }
}
