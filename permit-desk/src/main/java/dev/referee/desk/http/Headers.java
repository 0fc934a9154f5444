package dev.referee.desk.http;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.PRECONDITION_REQUIRED;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Revision;
import dev.referee.spring.web.IdempotencyKeyHeader;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two headers of a command. A header that comes twice is malformed: neither line is the right one. */
final class Headers {

    static final String IDEMPOTENCY_KEY = IdempotencyKeyHeader.NAME;
    static final String IF_MATCH = "If-Match";

    /** One strong tag whose text is a revision. Revisions have one spelling, so tags have. */
    private static final Pattern REVISION_TAG = Pattern.compile("\"([0-9]++)\"");

    private Headers() {}

    /** The operation id, quoted or bare: {@code "a1"} and {@code a1} are the same key. */
    static OperationId operationId(HttpServletRequest request) {
        try {
            return IdempotencyKeyHeader.read(request)
                    .map(OperationId::new)
                    .orElseThrow(() -> new ProblemException(Problem.of(
                            BAD_REQUEST, "missing-idempotency-key", IDEMPOTENCY_KEY, "is required by every command")));
        } catch (InvalidValue invalid) {
            throw new ProblemException(
                    Problem.of(BAD_REQUEST, "malformed-idempotency-key", IDEMPOTENCY_KEY, invalid.problem()));
        }
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

    private static ProblemException malformedIfMatch(String problem) {
        return new ProblemException(Problem.of(BAD_REQUEST, "malformed-if-match", IF_MATCH, problem));
    }
}
