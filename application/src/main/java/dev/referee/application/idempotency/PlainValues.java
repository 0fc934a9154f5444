package dev.referee.application.idempotency;

import dev.referee.application.internal.JsonCheck;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Plain values as JSON text, and back. No class is ever chosen by what the text says. */
final class PlainValues {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_DEPTH)
                    .maxNumberLength(ActionResult.MAX_BYTES)
                    .maxNameLength(ActionResult.MAX_BYTES)
                    .build())
            .build();

    private static final int LONGEST_STEP = 64;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private PlainValues() {}

    static String toJson(@Nullable Object value) {
        BoundedText text = new BoundedText();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(out, value, "$", 0);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value, String path, int depth) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof String text) {
            out.writeString(wellFormed(text, path));
        } else if (value instanceof Number number) {
            writeNumber(out, number, path);
        } else if (value instanceof List<?> list) {
            inner(path, depth);
            out.writeStartArray();
            int index = 0;
            for (Object element : list) {
                write(out, element, path + "[" + index++ + "]", depth + 1);
            }
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            inner(path, depth);
            writeObject(out, map, path, depth);
        } else {
            throw NotJson.at(path, "a " + value.getClass().getTypeName());
        }
    }

    private static void writeObject(JsonGenerator out, Map<?, ?> map, String path, int depth) {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw NotJson.at(path, "a name that is no text");
            }
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
                throw NotJson.at(path, "a name with a lone surrogate");
            }
            out.writeName(name);
            write(out, entry.getValue(), path + step(name), depth + 1);
        }
        out.writeEndObject();
    }

    /** Also ends what contains itself. */
    private static void inner(String path, int depth) {
        if (depth == JsonCheck.MAX_DEPTH) {
            throw NotJson.at(path, "a level below the deepest, which is " + JsonCheck.MAX_DEPTH);
        }
    }

    private static String wellFormed(String text, String path) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw NotJson.at(path, "a text with a lone surrogate");
        }
        return text;
    }

    /** One step of a path: as a JSON text in brackets if it is not a plain word, and not the whole of a long name. */
    private static String step(String name) {
        if (PLAIN_NAME.matcher(name).matches()) {
            return "." + name;
        }
        StringBuilder step = new StringBuilder("[\"");
        name.codePoints().limit(LONGEST_STEP).forEach(c -> {
            if (c == '"' || c == '\\') {
                step.append('\\').appendCodePoint(c);
            } else if (Character.isISOControl(c) || !Character.isDefined(c) || c == '\u2028' || c == '\u2029') {
                step.append(String.format("\\u%04x", c));
            } else {
                step.appendCodePoint(c);
            }
        });
        return step.append(name.codePointCount(0, name.length()) > LONGEST_STEP ? "...\"]" : "\"]")
                .toString();
    }

    private static void writeNumber(JsonGenerator out, Number number, String path) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            out.writeNumber(number.longValue());
        } else if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw NotJson.at(path, "the number " + number);
            }
            // By its own text: a float is not what it becomes as a double.
            out.writeNumber(new BigDecimal(number.toString()));
        } else if (number instanceof BigInteger whole) {
            out.writeNumber(whole);
        } else if (number instanceof BigDecimal decimal) {
            out.writeNumber(decimal);
        } else {
            throw NotJson.at(path, "a " + number.getClass().getTypeName());
        }
    }

    static @Nullable Object fromJson(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return read(parser, parser.nextToken());
        }
    }

    private static @Nullable Object read(JsonParser parser, JsonToken token) {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> wholeNumber(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> decimalNumber(parser);
            case START_ARRAY -> list(parser);
            case START_OBJECT -> map(parser);
            default -> throw new IllegalStateException("no value begins with " + token);
        };
    }

    private static BigDecimal decimalNumber(JsonParser parser) {
        try {
            return parser.getDecimalValue();
        } catch (NumberFormatException e) {
            ArithmeticException beyond =
                    new ArithmeticException("the result holds a number whose exponent is beyond a decimal's");
            beyond.initCause(e);
            throw beyond;
        }
    }

    private static Object wholeNumber(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    private static List<@Nullable Object> list(JsonParser parser) {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(read(parser, token));
        }
        return Collections.unmodifiableList(list);
    }

    private static Map<String, @Nullable Object> map(JsonParser parser) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String name = parser.currentName();
            map.put(name, read(parser, parser.nextToken()));
        }
        return Collections.unmodifiableMap(map);
    }

    /** Ends the writing of a value that is too large: one list that holds another twice, and so on, has no end before the memory has. */
    private static final class BoundedText extends StringWriter {

        @Override
        public void write(int c) {
            super.write(c);
            check();
        }

        @Override
        public void write(char[] chars, int offset, int length) {
            super.write(chars, offset, length);
            check();
        }

        @Override
        public void write(String text, int offset, int length) {
            super.write(text, offset, length);
            check();
        }

        private void check() {
            if (getBuffer().length() > ActionResult.MAX_BYTES) {
                throw NotJson.whole("the result of an action has more than " + ActionResult.MAX_BYTES
                        + " bytes, which is the most that are kept");
            }
        }
    }
}
