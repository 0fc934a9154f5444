package dev.referee.desk.http;

import static org.springframework.http.HttpStatus.BAD_REQUEST;

import dev.referee.domain.command.InvalidValue;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * The fields of a flat JSON object, read strictly: UTF-8 without byte order mark, one object and nothing after it, each field known and given
 * once, each value of the type that is asked for. Nothing is converted; {@code null} is a value of the wrong type, for an optional field too.
 */
final class JsonFields {

    private static final int SHOWN_NAME_LENGTH = 64;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String BEYOND_LIMITS = "has a number of more than "
            + JSON.streamReadConstraints().getMaxNumberLength() + " digits, a name of more than "
            + JSON.streamReadConstraints().getMaxNameLength() + " characters, or more than "
            + JSON.streamReadConstraints().getMaxNestingDepth() + " levels";

    private final Map<String, Object> values;

    private JsonFields(Map<String, Object> values) {
        this.values = values;
    }

    /** Stands for a value that no field may have. */
    private record Unwanted(String kind) {}

    /**
     * Reads the body.
     *
     * @param known the fields that it may have
     */
    static JsonFields read(byte[] body, String... known) {
        String text = decode(body);
        if (text.isBlank()) {
            throw malformed("must be a JSON object, but is empty");
        }
        if (text.charAt(0) == '\uFEFF') {
            throw malformed("must not begin with a byte order mark");
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            return new JsonFields(readObject(parser, List.of(known)));
        } catch (StreamConstraintsException beyond) {
            throw malformed(BEYOND_LIMITS + where(beyond.getLocation()));
        } catch (JacksonException broken) {
            throw malformed("is not well-formed JSON, or names a field twice" + where(broken.getLocation()));
        }
    }

    private static Map<String, Object> readObject(JsonParser parser, List<String> known) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw malformed("must be a JSON object");
        }
        Map<String, Object> values = new HashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (!known.contains(name)) {
                throw unknown(name, known);
            }
            values.put(name, readValue(parser));
        }
        if (parser.nextToken() != null) {
            throw malformed("must end after the object");
        }
        return values;
    }

    private static Object readValue(JsonParser parser) {
        Object value = switch (parser.nextToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
            case VALUE_NUMBER_FLOAT -> new Unwanted("a number with fraction or exponent");
            case VALUE_TRUE, VALUE_FALSE -> new Unwanted("a boolean");
            case VALUE_NULL -> new Unwanted("null");
            case START_ARRAY -> new Unwanted("an array");
            case START_OBJECT -> new Unwanted("an object");
            default -> new Unwanted("something else");
        };
        parser.skipChildren();
        return value;
    }

    String text(String field) {
        return optionalText(field).orElseThrow(() -> missing(field));
    }

    Optional<String> optionalText(String field) {
        Object value = values.get(field);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text) {
            return Optional.of(text);
        }
        throw new InvalidValue(field, "must be a string, but is " + kindOf(value));
    }

    long number(String field, long min, long max) {
        Object value = values.get(field);
        if (value == null) {
            throw missing(field);
        }
        if (!(value instanceof BigInteger number)) {
            throw new InvalidValue(field, "must be a whole number, but is " + kindOf(value));
        }
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw new InvalidValue(field, "must be " + min + " to " + max);
        }
        return number.longValueExact();
    }

    private static String kindOf(Object value) {
        if (value instanceof Unwanted unwanted) {
            return unwanted.kind();
        }
        return value instanceof String ? "a string" : "a number";
    }

    private static String decode(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException broken) {
            throw malformed("is not valid UTF-8");
        }
    }

    private static String where(@Nullable TokenStreamLocation location) {
        return location == null ? "" : ", at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static InvalidValue missing(String field) {
        return new InvalidValue(field, "is required");
    }

    private static ProblemException unknown(String name, List<String> known) {
        String shown = name.codePoints()
                .limit(SHOWN_NAME_LENGTH)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? '?'
                        : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return new ProblemException(Problem.of(
                BAD_REQUEST,
                "unknown-field",
                shown,
                "is not a field of this request (" + String.join(", ", known) + ")"));
    }

    private static ProblemException malformed(String problem) {
        return new ProblemException(Problem.of(BAD_REQUEST, "malformed-json", "body", problem));
    }
}
