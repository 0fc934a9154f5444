package dev.referee.application.permit;

import dev.referee.domain.command.InvalidValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times as text: ISO 8601 in UTC with exactly six digits of fraction, {@code 2026-03-01T09:00:00.000001Z}. Safe for many threads. */
public final class Timestamps {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT)
            .withZone(ZoneOffset.UTC);

    private static final Instant MIN = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

    private Timestamps() {}

    static void check(String field, Instant at) {
        if (!at.equals(at.truncatedTo(ChronoUnit.MICROS)) || at.isBefore(MIN) || at.isAfter(MAX)) {
            throw new InvalidValue(
                    field, "must be in whole microseconds, from " + MIN + " to " + MAX + ", but is " + at);
        }
    }

    /** The text of a time in whole microseconds within the years 0 to 9999. */
    public static String format(Instant at) {
        return FORMAT.format(at);
    }

    static Instant parse(String field, String text) {
        try {
            return FORMAT.parse(text, Instant::from);
        } catch (DateTimeException e) {
            throw new InvalidValue(field, "must be a time such as 2026-03-01T09:00:00.000001Z");
        }
    }
}
