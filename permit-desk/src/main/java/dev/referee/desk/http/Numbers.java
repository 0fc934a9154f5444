package dev.referee.desk.http;

import dev.referee.domain.command.InvalidValue;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Whole numbers in a path, a query or a header: decimal digits without sign or leading zero, so that each number has one spelling. */
final class Numbers {

    /** At most as many digits as the largest long has. */
    private static final Pattern GRAMMAR = Pattern.compile("0|[1-9][0-9]{0,18}");

    private Numbers() {}

    /** Returns the number if it lies between the two limits, 0 or more. @throws InvalidValue naming the field and the limits */
    static long parse(String field, String text, long min, long max) {
        if (GRAMMAR.matcher(text).matches()) {
            BigInteger number = new BigInteger(text);
            if (number.compareTo(BigInteger.valueOf(min)) >= 0 && number.compareTo(BigInteger.valueOf(max)) <= 0) {
                return number.longValueExact();
            }
        }
        throw new InvalidValue(
                field,
                "must be a whole number from " + min + " to " + max + ", in digits without sign or leading zero");
    }
}
