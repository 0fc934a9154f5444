package dev.referee.desk.http;

import dev.referee.domain.command.Digits;
import dev.referee.domain.command.InvalidValue;
import java.util.OptionalLong;

/** Whole numbers in a path, a query or a header. */
final class Numbers {

    private Numbers() {}

    /** Returns the number if it lies between the two limits, 0 or more. @throws InvalidValue naming the field and the limits */
    static long parse(String field, String text, long min, long max) {
        OptionalLong number = Digits.parse(text);
        if (number.isEmpty() || number.getAsLong() < min || number.getAsLong() > max) {
            throw new InvalidValue(
                    field,
                    "must be a whole number from " + min + " to " + max + ", in digits without sign or leading zero");
        }
        return number.getAsLong();
    }
}
