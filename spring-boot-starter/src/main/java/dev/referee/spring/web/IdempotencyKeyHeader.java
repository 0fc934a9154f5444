package dev.referee.spring.web;

import dev.referee.domain.command.InvalidValue;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The header Idempotency-Key: a string of RFC 8941 ({@code "a1"}, quote and backslash escaped), or bare ({@code a1}, then without quote, comma
 * and backslash). Both forms are the same key.
 */
public final class IdempotencyKeyHeader {

    /** The header's name. */
    public static final String NAME = "Idempotency-Key";

    private IdempotencyKeyHeader() {}

    /**
     * The key's text, whose length and characters are for the caller to check; empty if there is no such header.
     *
     * @throws InvalidValue if it is given twice, or in neither form
     */
    public static Optional<String> read(HttpServletRequest request) {
        List<String> lines = Collections.list(request.getHeaders(NAME));
        if (lines.size() > 1) {
            throw malformed("must be given once");
        }
        return lines.stream().map(line -> unquote(strip(line))).findFirst();
    }

    private static String unquote(String value) {
        if (value.startsWith("\"")) {
            return quotedText(value)
                    .orElseThrow(() -> malformed("must be one whole quoted string (RFC 8941), or bare"));
        }
        if (value.indexOf('"') >= 0 || value.indexOf(',') >= 0 || value.indexOf('\\') >= 0) {
            throw malformed("must hold no quote, comma or backslash unless it is quoted");
        }
        return value;
    }

    /** The text of an sf-string: printable ASCII between quotes, with a backslash before quote and backslash only. */
    private static Optional<String> quotedText(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                return i == value.length() - 1 ? Optional.of(text.toString()) : Optional.empty();
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || (value.charAt(i) != '"' && value.charAt(i) != '\\')) {
                    return Optional.empty();
                }
                c = value.charAt(i);
            }
            if (c < 0x20 || c > 0x7E) {
                return Optional.empty();
            }
            text.append(c);
        }
        return Optional.empty();
    }

    private static String strip(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isBlank(value.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static InvalidValue malformed(String problem) {
        return new InvalidValue(NAME, problem);
    }
}
