package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a desk answered. */
final class Answer {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Words that would show what the desk is made of. */
    private static final List<String> LEAKS = List.of(
            "Exception",
            "java.",
            "org.",
            "dev.referee",
            "\tat ",
            "SELECT",
            "INSERT",
            "UPDATE ",
            "jackson",
            "Tomcat",
            "Spring",
            "<html");

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    Answer(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body.clone();
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body.clone();
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    JsonNode json() {
        return JSON.readTree(body);
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    boolean isReplayed() {
        return header("Idempotency-Replayed").equals("true");
    }

    Answer expect(int wanted) {
        assertEquals(wanted, status, this::text);
        assertNothingLeaks();
        return this;
    }

    /** Checks a problem document in full, and returns it. */
    JsonNode expectProblem(int wanted, String code) {
        expect(wanted);
        assertEquals("application/problem+json", header("Content-Type"));
        JsonNode problem = json();
        assertEquals("about:blank", problem.path("type").asString());
        assertEquals(wanted, problem.path("status").asInt());
        assertEquals(code, problem.path("code").asString(), this::text);
        assertFalse(problem.path("title").asString().isEmpty());
        assertFalse(problem.path("detail").asString().isEmpty());
        assertEquals(wanted == 503, headers.firstValue("Retry-After").isPresent());
        return problem;
    }

    private void assertNothingLeaks() {
        String text = text();
        for (String leak : LEAKS) {
            assertFalse(text.contains(leak), () -> "the answer shows " + leak + ": " + text);
        }
    }
}
