package dev.referee.spring.web;

import dev.referee.application.idempotency.ActionDigest;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * A request whose body was read.
 *
 * @param digest its fingerprint
 * @param body empty if the container, or a filter before this one, has read it
 * @param isForm whether the body holds parameters that nobody has read yet
 */
record ReadRequest(ActionDigest digest, Optional<BufferedBody> body, boolean isForm) {

    /**
     * Reads the body.
     *
     * @param partsAreRead whether the container reads forms with parts
     * @throws BufferedBody.TooLong if it has more bytes than the limit
     * @throws IOException if the rest of it does not come
     * @throws ServletException if it is not of its media type
     */
    static ReadRequest of(HttpServletRequest request, FilterSettings settings, boolean partsAreRead)
            throws IOException, ServletException {
        if (request.getContentLengthLong() > settings.maxBody()) {
            throw new BufferedBody.TooLong();
        }
        if (partsAreRead && hasType(request, "multipart/form-data")) {
            return parts(request, settings.maxBody());
        }
        BufferedBody body = BufferedBody.read(request.getInputStream(), settings.maxBody(), settings.memoryBuffer());
        boolean form = hasType(request, MediaType.APPLICATION_FORM_URLENCODED_VALUE);
        if (form && body.size() == 0) {
            return new ReadRequest(Fingerprint.ofParameters(request), Optional.empty(), false);
        }
        // Of other methods a container makes no parameters.
        boolean parameters = form && request.getMethod().equals("POST");
        return new ReadRequest(Fingerprint.of(request, body), Optional.of(body), parameters);
    }

    private static ReadRequest parts(HttpServletRequest request, long limit) throws IOException, ServletException {
        try {
            if (request.getParts().stream().mapToLong(Part::getSize).sum() > limit) {
                throw new BufferedBody.TooLong();
            }
            return new ReadRequest(Fingerprint.ofParts(request), Optional.empty(), false);
        } catch (IllegalStateException limits) {
            BufferedBody.TooLong tooLong = new BufferedBody.TooLong();
            tooLong.initCause(limits);
            throw tooLong;
        }
    }

    private static boolean hasType(HttpServletRequest request, String type) {
        @Nullable String given = request.getContentType();
        return given != null
                && given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(type);
    }

    void close() throws IOException {
        if (body.isPresent()) {
            body.get().close();
        }
    }
}
