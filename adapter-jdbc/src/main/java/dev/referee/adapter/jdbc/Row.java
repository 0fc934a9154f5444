package dev.referee.adapter.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read completely. Columns are found by label, upper or lower case. Immutable.
 *
 * <p>A getter throws {@link IllegalStateException} naming the column if there is none with that label, if it is NULL (but for
 * {@link #optionalText}), or if its value is of another kind; a whole number that does not fit an {@link ArithmeticException}.
 */
public final class Row {

    private static final long MICROS = 1_000_000L;

    private final Map<String, @Nullable Object> values;

    /** A row with these values by label. */
    public Row(Map<String, ? extends @Nullable Object> values) {
        this.values = new HashMap<>();
        values.forEach((label, value) -> this.values.put(label.toLowerCase(Locale.ROOT), value));
    }

    public String text(String column) {
        return asText(column, value(column));
    }

    /** The text, or empty for NULL. */
    public Optional<String> optionalText(String column) {
        Object value = optional(column);
        return value == null ? Optional.empty() : Optional.of(asText(column, value));
    }

    /** Whether the column is NULL. */
    public boolean isNull(String column) {
        return optional(column) == null;
    }

    public long number(String column) {
        Object value = value(column);
        if (value instanceof BigDecimal decimal) {
            return decimal.longValueExact();
        }
        if (value instanceof BigInteger integer) {
            return integer.longValueExact();
        }
        if (value instanceof Number number && !(value instanceof Double || value instanceof Float)) {
            return number.longValue();
        }
        throw wrongKind(column, value, "a whole number");
    }

    public int integer(String column) {
        return Math.toIntExact(number(column));
    }

    public BigDecimal decimal(String column) {
        Object value = value(column);
        return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number(column));
    }

    public boolean bool(String column) {
        Object value = value(column);
        return value instanceof Boolean bool ? bool : number(column) != 0;
    }

    public byte[] bytes(String column) {
        Object value = value(column);
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw wrongKind(column, value, "bytes");
    }

    /** A point in time, from a timestamp with time zone or from epoch microseconds. */
    public Instant instant(String column) {
        Object value = value(column);
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof Long micros) {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
        throw wrongKind(column, value, "a timestamp with time zone or epoch microseconds");
    }

    /** Epoch microseconds, for engines that keep instants as numbers; finer parts are cut off. */
    public static long micros(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), MICROS), at.getNano() / 1_000);
    }

    private static String asText(String column, Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        throw wrongKind(column, value, "text");
    }

    private Object value(String column) {
        Object value = optional(column);
        if (value == null) {
            throw new IllegalStateException("column " + column + " is NULL");
        }
        return value;
    }

    private @Nullable Object optional(String column) {
        String label = column.toLowerCase(Locale.ROOT);
        if (!values.containsKey(label)) {
            throw new IllegalStateException("there is no column " + column + ", only " + values.keySet());
        }
        return values.get(label);
    }

    private static IllegalStateException wrongKind(String column, Object value, String wanted) {
        return new IllegalStateException("column " + column + " should hold " + wanted + ", but holds "
                + value.getClass().getName());
    }

    @Override
    public String toString() {
        return "Row" + values.keySet();
    }
}
