package dev.referee.application.internal;

import dev.referee.domain.command.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Checks that a text is one JSON value within the limits that hold on every engine. The text itself is never changed. */
public final class JsonCheck {

    /** The deepest nesting of arrays and objects. */
    public static final int MAX_DEPTH = 32;

    /** The longest text that is checked at all. */
    private static final int MAX_BYTES = 1024 * 1024;

    private static final JsonFactory STRICT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    // Only the size of the whole is limited, not that of a number or a name in it.
                    .maxNumberLength(MAX_BYTES)
                    .maxNameLength(MAX_BYTES)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonCheck() {}

    /**
     * Says what is wrong with the text; empty if nothing is. The text is not quoted in the answer.
     *
     * @param maxBytes in UTF-8, at most 1 MiB
     */
    public static Optional<String> problemOf(String what, Json json, int maxBytes) {
        String text = json.text();
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return Optional.of(what + " holds a lone surrogate");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > maxBytes) {
            return Optional.of(what + " has " + bytes + " bytes; at most " + maxBytes + " are kept");
        }
        try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), text)) {
            int values = 0;
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (depth == 0) {
                    values++;
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            }
            return values == 1 ? Optional.empty() : Optional.of(what + " must be one JSON value, but holds " + values);
        } catch (JacksonException e) {
            return Optional.of(what + " is not JSON of at most " + MAX_DEPTH + " levels without repeated names");
        }
    }
}
