package dev.referee.domain.command;

import java.nio.charset.StandardCharsets;

/**
 * Checks of values at the boundary. Each failure is an {@link InvalidValue} that names the field, the limit and, where it is
 * safe to show, the value.
 */
public final class Check {

    private Check() {}

    /** Returns the text if it is 1 to {@code maxBytes} visible ASCII characters (0x21 to 0x7E). */
    public static String visibleAscii(String field, String value, int maxBytes) {
        if (value.isEmpty() || value.length() > maxBytes) {
            throw new InvalidValue(
                    field, "must be 1 to " + maxBytes + " visible ASCII characters, but has " + value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x21 || c > 0x7E) {
                throw new InvalidValue(
                        field,
                        "must be 1 to " + maxBytes + " visible ASCII characters, but has "
                                + codePointName(value.codePointAt(i)) + " at index " + i);
            }
        }
        return value;
    }

    /**
     * Returns the text if it is 1 to {@code maxCodePoints} code points, not blank, without control characters (tab and line
     * feed are allowed) and without lone surrogates. Text is stored as it is given: nothing is trimmed or normalised.
     */
    public static String text(String field, String value, int maxCodePoints) {
        // No-break spaces too, which are no white space to String.isBlank.
        if (value.codePoints().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw new InvalidValue(field, "must not be blank (1 to " + maxCodePoints + " code points)");
        }
        int count = 0;
        for (int i = 0; i < value.length(); count++) {
            int codePoint = value.codePointAt(i);
            boolean control =
                    Character.getType(codePoint) == Character.CONTROL && codePoint != '\t' && codePoint != '\n';
            boolean loneSurrogate = isLoneSurrogate(codePoint);
            if (control || loneSurrogate) {
                throw new InvalidValue(
                        field,
                        "must not hold " + (control ? "the control character " : "the lone surrogate ")
                                + codePointName(codePoint) + ", at index " + i);
            }
            i += Character.charCount(codePoint);
        }
        if (count > maxCodePoints) {
            throw new InvalidValue(field, "must be 1 to " + maxCodePoints + " code points, but has " + count);
        }
        return value;
    }

    /** Returns the text if it is 1 to {@code maxBytes} bytes of UTF-8, without U+0000 and without lone surrogates. */
    public static String utf8(String field, String value, int maxBytes) {
        for (int i = 0; i < value.length(); ) {
            int codePoint = value.codePointAt(i);
            if (codePoint == 0 || isLoneSurrogate(codePoint)) {
                throw new InvalidValue(
                        field,
                        "must not hold U+0000 or a lone surrogate, but has " + codePointName(codePoint) + " at index "
                                + i);
            }
            i += Character.charCount(codePoint);
        }
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > maxBytes) {
            throw new InvalidValue(field, "must be 1 to " + maxBytes + " bytes of UTF-8, but has " + bytes);
        }
        return value;
    }

    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** Returns the number if it lies between the two limits, both included. */
    public static long range(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidValue(field, "must be " + min + " to " + max + ", but is " + value);
        }
        return value;
    }

    private static String codePointName(int codePoint) {
        return String.format("U+%04X", codePoint);
    }
}
