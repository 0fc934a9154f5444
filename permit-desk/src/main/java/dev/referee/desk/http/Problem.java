package dev.referee.desk.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * A problem document (RFC 9457). Its type is {@code about:blank}: the title is that of the status, and {@code code} tells programs what
 * happened. Nothing in it comes from an exception of a library.
 *
 * @param code stable, in lower case with hyphens
 * @param detail one sentence for a person
 * @param more further members
 * @param retryAfterSeconds when it makes sense to try again
 */
record Problem(
        HttpStatus status, String code, String detail, Map<String, Object> more, Optional<Integer> retryAfterSeconds) {

    static final MediaType MEDIA_TYPE = MediaType.APPLICATION_PROBLEM_JSON;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    static Problem of(HttpStatus status, String code, String detail) {
        return new Problem(status, code, detail, Map.of(), Optional.empty());
    }

    /** A field, header, parameter or part of the path that is not as it must be. */
    static Problem of(HttpStatus status, String code, String field, String problem) {
        return of(status, code, field + " " + problem + ".").with("field", field);
    }

    Problem with(String member, Object value) {
        Map<String, Object> extended = new LinkedHashMap<>(more);
        extended.put(member, value);
        return new Problem(status, code, detail, extended, retryAfterSeconds);
    }

    Problem retryAfter(int seconds) {
        return new Problem(status, code, detail, more, Optional.of(seconds));
    }

    byte[] json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", status.getReasonPhrase());
        document.put("status", status.value());
        document.put("code", code);
        document.put("detail", detail);
        document.putAll(more);
        return MAPPER.writeValueAsBytes(document);
    }
}
