package dev.referee.domain.permit;

import dev.referee.domain.command.Check;

/**
 * One fee of a case.
 *
 * @param number counts the lines of the case, from 1
 * @param description 1 to 500 code points, with the same grammar as a reason
 * @param amountCents 1 to 10^12
 */
public record FeeLine(int number, String description, long amountCents) {

    public static final int MAX_DESCRIPTION_CODE_POINTS = 500;
    public static final long MAX_AMOUNT_CENTS = 1_000_000_000_000L;

    public FeeLine {
        Check.range("fee line number", number, 1, Integer.MAX_VALUE);
        Check.text("description", description, MAX_DESCRIPTION_CODE_POINTS);
        Check.range("amountCents", amountCents, 1, MAX_AMOUNT_CENTS);
    }
}
