package dev.referee.domain.command;

import java.util.regex.Pattern;

/**
 * The space in which operation ids and subjects are unique, usually one per kind of aggregate ({@code permit}, {@code
 * billing.account}). 1 to 64 of a-z, 0-9, dot and hyphen.
 */
public record Namespace(String value) {

    private static final Pattern GRAMMAR = Pattern.compile("[a-z0-9.-]{1,64}");

    public Namespace {
        if (!GRAMMAR.matcher(value).matches()) {
            throw new InvalidValue("namespace", "must be 1 to 64 of a-z, 0-9, dot and hyphen");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
