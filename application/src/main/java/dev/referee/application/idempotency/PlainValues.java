package dev.referee.application.idempotency;

import dev.referee.application.internal.JsonCheck;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private PlainValues() {}

    static String toJson(@Nullable Object value) {
        StringWriter text = new StringWriter();
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
            throw new NotJson(path, "a " + value.getClass().getName());
        }
    }

    private static void writeObject(JsonGenerator out, Map<?, ?> map, String path, int depth) {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String name)) {
                throw new NotJson(path, "a name that is no text");
            }
            out.writeName(wellFormed(name, path));
            write(out, entry.getValue(), path + "." + name, depth + 1);
        }
        out.writeEndObject();
    }

    /** Also ends what contains itself. */
    private static void inner(String path, int depth) {
        if (depth == JsonCheck.MAX_DEPTH) {
            throw new NotJson(path, "a level below the deepest, which is " + JsonCheck.MAX_DEPTH);
        }
    }

    private static String wellFormed(String text, String path) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new NotJson(path, "a text with a lone surrogate");
            }
            i += Character.charCount(codePoint);
        }
        return text;
    }

    private static void writeNumber(JsonGenerator out, Number number, String path) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            out.writeNumber(number.longValue());
        } else if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw new NotJson(path, "the number " + number);
            }
            // By its own text: a float is not what it becomes as a double.
            out.writeNumber(new BigDecimal(number.toString()));
        } else if (number instanceof BigInteger whole) {
            out.writeNumber(whole);
        } else if (number instanceof BigDecimal decimal) {
            out.writeNumber(decimal);
        } else {
            throw new NotJson(path, "a " + number.getClass().getName());
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
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case START_ARRAY -> list(parser);
            case START_OBJECT -> map(parser);
            default -> throw new IllegalStateException("no value begins with " + token);
        };
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
}
