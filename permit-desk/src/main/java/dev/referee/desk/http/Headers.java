package dev.referee.desk.http;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.PRECONDITION_REQUIRED;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Revision;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two headers of a command. A header that comes twice is malformed: neither line is the right one. */
final class Headers {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String IF_MATCH = "If-Match";

    /** One strong tag whose text is a revision. Revisions have one spelling, so tags have. */
    private static final Pattern REVISION_TAG = Pattern.compile("\"([0-9]++)\"");

    private Headers() {}

    /** The operation id, quoted or bare: {@code "a1"} and {@code a1} are the same key. */
    static OperationId operationId(HttpServletRequest request) {
        List<String> lines = Collections.list(request.getHeaders(IDEMPOTENCY_KEY));
        if (lines.isEmpty()) {
            throw new ProblemException(Problem.of(
                    BAD_REQUEST, "missing-idempotency-key", IDEMPOTENCY_KEY, "is required by every command"));
        }
        if (lines.size() > 1) {
            throw malformedKey("must be given once");
        }
        String key = unquote(strip(lines.get(0)));
        try {
            return new OperationId(key);
        } catch (InvalidValue invalid) {
            throw malformedKey(invalid.problem());
        }
    }

    private static String unquote(String value) {
        if (value.startsWith("\"")) {
            return quotedText(value)
                    .orElseThrow(() -> malformedKey("must be one whole quoted string (RFC 8941), or bare"));
        }
        if (value.indexOf('"') >= 0 || value.indexOf(',') >= 0 || value.indexOf('\\') >= 0) {
            throw malformedKey("must hold no quote, comma or backslash unless it is quoted");
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

    /** The revision that the caller has seen. */
    static Revision expectedRevision(HttpServletRequest request) {
        List<String> lines = Collections.list(request.getHeaders(IF_MATCH));
        if (lines.isEmpty()) {
            throw new ProblemException(Problem.of(
                    PRECONDITION_REQUIRED,
                    "missing-if-match",
                    IF_MATCH,
                    "is required: the revision that you have seen, as in the ETag"));
        }
        Matcher tag = REVISION_TAG.matcher(strip(lines.get(0)));
        if (lines.size() > 1 || !tag.matches()) {
            throw malformedIfMatch("must be given once and be one strong tag with a revision, such as \"5\"");
        }
        try {
            return new Revision(Numbers.parse(IF_MATCH, tag.group(1), 0, Long.MAX_VALUE));
        } catch (InvalidValue invalid) {
            throw malformedIfMatch(invalid.problem());
        }
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

    private static ProblemException malformedKey(String problem) {
        return new ProblemException(Problem.of(BAD_REQUEST, "malformed-idempotency-key", IDEMPOTENCY_KEY, problem));
    }

    private static ProblemException malformedIfMatch(String problem) {
        return new ProblemException(Problem.of(BAD_REQUEST, "malformed-if-match", IF_MATCH, problem));
    }
}
