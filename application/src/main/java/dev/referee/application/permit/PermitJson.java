package dev.referee.application.permit;

import dev.referee.domain.command.Json;
import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON objects as a stream of fields, so that the same values always give the same bytes. */
final class PermitJson {

    static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private PermitJson() {}

    static Json object(Consumer<JsonGenerator> fields) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return new Json(out.toString());
    }
}
