package dev.referee.spring.web;

import dev.referee.application.idempotency.ActionResult;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it is kept: JSON of version 1, with the body in base64.
 *
 * @param headers those that are kept, with their values in order
 * @param body in base64; empty if the container made it, for an error, or if it was not kept
 */
record KeptAnswer(int status, Map<String, List<String>> headers, Kind kind, String body) {

    enum Kind {
        /** With its body. */
        WHOLE("whole"),
        /** A bare status, for which the container makes a body each time. */
        ERROR("error"),
        /** Given, but too long to be kept, or without an end. */
        NOT_KEPT("not-kept");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    static final String REPLAYED = "Idempotency-Replayed";

    private static final long VERSION = 1;

    /** What the response says now, before it is sent. */
    static KeptAnswer of(HeldResponse response, List<String> names) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : names) {
            List<String> values = List.copyOf(response.getHeaders(name));
            if (!values.isEmpty()) {
                headers.put(name, values);
            }
        }
        if (response.isThrough()) {
            return new KeptAnswer(response.getStatus(), headers, Kind.NOT_KEPT, "");
        }
        return response.isErrorSent()
                ? new KeptAnswer(response.getStatus(), headers, Kind.ERROR, "")
                : new KeptAnswer(
                        response.getStatus(),
                        headers,
                        Kind.WHOLE,
                        Base64.getEncoder().encodeToString(response.body()));
    }

    ActionResult toResult() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("kind", kind.text);
        json.put("status", status);
        json.put("headers", headers);
        json.put("body", body);
        return ActionResult.of(json);
    }

    /** @throws IllegalStateException if it is nothing that {@link #toResult} gave */
    static KeptAnswer fromResult(ActionResult result) {
        try {
            Map<?, ?> json = (Map<?, ?>) given(result.value());
            if (!given(json.get("version")).equals(VERSION)) {
                throw new IllegalStateException("the answer kept for this key is of another version");
            }
            Map<String, List<String>> headers = new LinkedHashMap<>();
            ((Map<?, ?>) given(json.get("headers")))
                    .forEach((name, values) -> headers.put((String) name, texts(values)));
            return new KeptAnswer(
                    Math.toIntExact((Long) given(json.get("status"))),
                    headers,
                    kind((String) given(json.get("kind"))),
                    (String) given(json.get("body")));
        } catch (ClassCastException | IllegalArgumentException | ArithmeticException e) {
            throw new IllegalStateException("what is kept for this key is no answer of a request", e);
        }
    }

    private static Object given(@Nullable Object value) {
        return Optional.ofNullable(value)
                .orElseThrow(() -> new IllegalStateException("what is kept for this key is no answer of a request"));
    }

    private static List<String> texts(Object values) {
        List<String> texts = new ArrayList<>();
        ((List<?>) values).forEach(value -> texts.add((String) value));
        return texts;
    }

    private static Kind kind(String text) {
        for (Kind kind : Kind.values()) {
            if (kind.text.equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of answer: " + text);
    }

    void replay(HttpServletResponse response) throws IOException {
        response.setHeader(REPLAYED, "true");
        if (kind == Kind.NOT_KEPT) {
            Problem.answerNotKept().write(response);
            return;
        }
        headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        if (kind == Kind.ERROR) {
            response.sendError(status);
            return;
        }
        response.setStatus(status);
        byte[] bytes = Base64.getDecoder().decode(body);
        if (bytes.length > 0) {
            response.setContentLength(bytes.length);
            response.getOutputStream().write(bytes);
        }
    }
}
