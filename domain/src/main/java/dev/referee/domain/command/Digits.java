package dev.referee.domain.command;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Whole numbers as text: decimal digits (0 to 9) without sign or leading zero, so that each number has one spelling. */
public final class Digits {

    private static final String MAX = Long.toString(Long.MAX_VALUE);

    private static final Pattern GRAMMAR = Pattern.compile("0|[1-9][0-9]{0," + (MAX.length() - 1) + "}");

    private Digits() {}

    /** Returns the number, 0 to {@link Long#MAX_VALUE}; empty if the text is not the spelling of one. */
    public static OptionalLong parse(String text) {
        boolean fits = GRAMMAR.matcher(text).matches() && (text.length() < MAX.length() || text.compareTo(MAX) <= 0);
        return fits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
