package dev.referee.application.command;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The validated fields of a command, as they enter its digest. A field that was not added is absent, which differs from one
 * that is {@link #withNull null}. Immutable; the order of adding does not matter.
 *
 * <p>Text is taken as it is, without Unicode normalisation; a lone surrogate is refused, since it has no UTF-8 form.
 */
public final class Fields {

    /** No fields. */
    public static final Fields NONE = new Fields(new TreeMap<>());

    private static final int MAX_DECIMAL_SCALE = 1_000;

    private final SortedMap<String, byte[]> encoded;

    private Fields(SortedMap<String, byte[]> encoded) {
        this.encoded = Collections.unmodifiableSortedMap(encoded);
    }

    public Fields with(String name, String text) {
        return add(name, 'T', utf8(name, text));
    }

    public Fields with(String name, long number) {
        return add(name, 'I', ascii(Long.toString(number)));
    }

    public Fields with(String name, boolean flag) {
        return add(name, 'B', ascii(flag ? "1" : "0"));
    }

    /** Adds a decimal number by its value: 1, 1.0 and 1.00 are equal. Its scale must lie within plus or minus 1,000. */
    public Fields with(String name, BigDecimal number) {
        BigDecimal canonical = number.stripTrailingZeros();
        Check.range("scale of field " + name, canonical.scale(), -MAX_DECIMAL_SCALE, MAX_DECIMAL_SCALE);
        return add(name, 'D', ascii(canonical.unscaledValue() + "e" + -canonical.scale()));
    }

    /** Adds a list of texts, in this order. */
    public Fields with(String name, List<String> texts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(length(texts.size()));
        for (String text : texts) {
            byte[] bytes = utf8(name, text);
            out.writeBytes(length(bytes.length));
            out.writeBytes(bytes);
        }
        return add(name, 'L', out.toByteArray());
    }

    /** Adds a field that is there and holds nothing. */
    public Fields withNull(String name) {
        return add(name, 'N', new byte[0]);
    }

    boolean has(String name) {
        return encoded.containsKey(name);
    }

    private Fields add(String name, char kind, byte[] value) {
        Check.visibleAscii("field name", name, 64);
        TreeMap<String, byte[]> next = new TreeMap<>(encoded);
        byte[] tagged = ByteBuffer.allocate(5 + value.length)
                .put((byte) kind)
                .putInt(value.length)
                .put(value)
                .array();
        if (next.put(name, tagged) != null) {
            throw new InvalidValue("field " + name, "is given twice");
        }
        return new Fields(next);
    }

    /** What digests are made of: the number of fields, then each as length-prefixed name, kind, and length-prefixed value, in the order of their names. */
    public byte[] encoding() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(length(encoded.size()));
        for (Map.Entry<String, byte[]> field : encoded.entrySet()) {
            byte[] name = ascii(field.getKey());
            out.writeBytes(length(name.length));
            out.writeBytes(name);
            out.writeBytes(field.getValue());
        }
        return out.toByteArray();
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(4).putInt(length).array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] utf8(String name, String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new InvalidValue("field " + name, "must not hold a lone surrogate");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
