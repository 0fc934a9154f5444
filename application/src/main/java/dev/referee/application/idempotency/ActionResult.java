package dev.referee.application.idempotency;

import dev.referee.application.internal.JsonCheck;
import dev.referee.domain.command.Json;
import org.jspecify.annotations.Nullable;

/**
 * What an action gave: one JSON value, kept and replayed byte for byte. {@code null} and {@code false} are results like any other. At most 1
 * MiB in UTF-8, 32 levels deep, no name twice in one object. Immutable.
 *
 * @param json checked when it is made
 */
public record ActionResult(Json json) {

    /** The longest result, in UTF-8. */
    public static final int MAX_BYTES = 1024 * 1024;

    /** The result of an action that has nothing to say. */
    public static final ActionResult NULL = new ActionResult(new Json("null"));

    /** @throws NotJson if it is not one JSON value within the limits; the text is not quoted */
    public ActionResult {
        JsonCheck.problemOf("the result of an action", json, MAX_BYTES).ifPresent(problem -> {
            throw NotJson.whole(problem);
        });
    }

    /**
     * Of JSON text.
     *
     * @throws NotJson if it is not one JSON value within the limits; the text is not quoted
     */
    public static ActionResult ofJson(String text) {
        return new ActionResult(new Json(text));
    }

    /**
     * Of a plain value: {@code null}, a truth value, a text, a finite number, a list of such values, or a map of texts to such values, in
     * its own order.
     *
     * @throws NotJson if it holds anything else, with the path to it, or is too large
     */
    public static ActionResult of(@Nullable Object value) {
        return new ActionResult(new Json(PlainValues.toJson(value)));
    }

    /**
     * Reads it back as plain values: {@code null}, {@link Boolean}, {@link String}, {@link Long} or {@link java.math.BigInteger} for whole
     * numbers, {@link java.math.BigDecimal} for others, an unmodifiable {@link java.util.List} or {@link java.util.Map}.
     *
     * @throws ArithmeticException if the text, which was given as {@link #ofJson JSON}, holds a number with an exponent beyond a decimal's
     */
    public @Nullable Object value() {
        return PlainValues.fromJson(json.text());
    }

    /** The JSON text. */
    public String text() {
        return json.text();
    }
}
