package dev.referee.desk.http;

import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.CONTENT_TOO_LARGE;
import static org.springframework.http.HttpStatus.UNSUPPORTED_MEDIA_TYPE;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Reads the body of a request, and never more of it than may be in one. */
final class Body {

    static final int MAX_BYTES = 64 * 1024;

    private static final Set<String> PLAIN = Set.of("", "identity");

    private Body() {}

    /** That the media type is JSON was looked at when the request was routed; here it is whether the text is in UTF-8 and as it stands. */
    static void requireJson(HttpServletRequest request) {
        if (!isPlainUtf8(request)) {
            throw new ProblemException(Problems.of(UNSUPPORTED_MEDIA_TYPE));
        }
    }

    static void requireEmpty(byte[] body) {
        if (body.length > 0) {
            throw new ProblemException(
                    Problem.of(BAD_REQUEST, "malformed-body", "body", "must be empty for this method"));
        }
    }

    static byte[] read(HttpServletRequest request) {
        return read(request, MAX_BYTES);
    }

    static byte[] read(HttpServletRequest request, int limit) {
        if (request.getContentLengthLong() > limit) {
            throw tooLarge(limit);
        }
        byte[] bytes;
        try {
            bytes = request.getInputStream().readNBytes(limit + 1);
        } catch (IOException broken) {
            throw new BrokenBody(broken);
        }
        if (bytes.length > limit) {
            throw tooLarge(limit);
        }
        return bytes;
    }

    private static ProblemException tooLarge(int limit) {
        return new ProblemException(
                Problem.of(CONTENT_TOO_LARGE, "body-too-large", "body", "must be at most " + limit + " bytes"));
    }

    private static boolean isPlainUtf8(HttpServletRequest request) {
        List<String> types = Collections.list(request.getHeaders(HttpHeaders.CONTENT_TYPE));
        for (String encoding : Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            if (!PLAIN.contains(encoding.strip().toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        String charset =
                types.size() == 1 ? MediaType.parseMediaType(types.get(0)).getParameter("charset") : "";
        return charset == null || charset.replace("\"", "").equalsIgnoreCase("utf-8");
    }

    /** Thrown when the rest of a body does not come, or is not well-formed in its chunks. */
    static final class BrokenBody extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BrokenBody(IOException cause) {
            super(cause);
        }
    }
}
