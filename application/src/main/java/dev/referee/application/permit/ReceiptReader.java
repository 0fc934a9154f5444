package dev.referee.application.permit;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Status;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Reads one receipt, strictly. Used once, by one thread. */
final class ReceiptReader {

    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    private ReceiptReader() {}

    static Receipt read(Json json) {
        ReceiptReader reader = new ReceiptReader();
        try (JsonParser parser = PermitJson.FACTORY.createParser(ObjectReadContext.empty(), json.text())) {
            reader.readObject(parser);
        } catch (JacksonException e) {
            throw malformed("is not well-formed JSON, or holds a repeated name or a number that is too large");
        }
        return reader.receipt();
    }

    private void readObject(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw malformed("must be a JSON object");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "caseId", "revision" -> {
                    require(name, value == JsonToken.VALUE_NUMBER_INT, "a whole number");
                    numbers.put(name, parser.getLongValue());
                }
                case "action", "status", "at" -> {
                    require(name, value == JsonToken.VALUE_STRING, "a text");
                    texts.put(name, parser.getString());
                }
                default -> throw malformed("must not have other fields than caseId, action, status, revision and at");
            }
        }
        if (parser.nextToken() != null) {
            throw malformed("must not be followed by anything");
        }
    }

    private Receipt receipt() {
        CaseId caseId = new CaseId(number("caseId"));
        String action = text("action");
        String status = text("status");
        return new Receipt(
                caseId,
                Action.ofWireName(action).orElseThrow(() -> new InvalidValue("action", "must be a known action")),
                Arrays.stream(Status.values())
                        .filter(known -> known.name().equals(status))
                        .findFirst()
                        .orElseThrow(() -> new InvalidValue("status", "must be a known status")),
                new Revision(number("revision")),
                Timestamps.parse("at", text("at")));
    }

    private long number(String name) {
        return Optional.ofNullable(numbers.get(name)).orElseThrow(() -> missing(name));
    }

    private String text(String name) {
        return Optional.ofNullable(texts.get(name)).orElseThrow(() -> missing(name));
    }

    private static void require(String name, boolean condition, String kind) {
        if (!condition) {
            throw new InvalidValue(name, "must be " + kind);
        }
    }

    private static InvalidValue missing(String name) {
        return new InvalidValue(name, "is missing");
    }

    private static InvalidValue malformed(String problem) {
        return new InvalidValue("receipt", problem);
    }
}
