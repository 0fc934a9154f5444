package dev.referee.spring.web;

import dev.referee.application.command.Fields;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.domain.command.TypeName;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What makes two requests the same one: method, path, query, media type, body. Of a form with parts it is each part's name, file name, media
 * type and bytes, in their order: a client that repeats it draws another boundary between them.
 */
final class Fingerprint {

    private static final TypeName NAME = new TypeName("http.request", 1);

    private Fingerprint() {}

    static ActionDigest of(HttpServletRequest request, BufferedBody body) {
        Fields fields = head(request).with("body", body.sha256());
        return ActionDigest.of(NAME, text(fields, "content-type", request.getHeader(HttpHeaders.CONTENT_TYPE)));
    }

    /** Of a form that was read before this, by its parameters. */
    static ActionDigest ofParameters(HttpServletRequest request) {
        List<String> parameters = new ArrayList<>();
        request.getParameterMap().forEach((name, values) -> {
            for (String value : values) {
                parameters.add(name);
                parameters.add(value);
            }
        });
        return ActionDigest.of(NAME, head(request).with("parameters", parameters));
    }

    static ActionDigest ofParts(HttpServletRequest request) throws IOException, ServletException {
        List<String> texts = new ArrayList<>();
        Collection<Part> parts = request.getParts();
        for (Part part : parts) {
            texts.add(part.getName());
            texts.add(Optional.ofNullable(part.getSubmittedFileName())
                    .map(name -> "file " + name)
                    .orElse("value"));
            texts.add(Optional.ofNullable(part.getContentType()).orElse(""));
            texts.add(sha256(part));
        }
        return ActionDigest.of(NAME, head(request).with("parts", texts));
    }

    private static Fields head(HttpServletRequest request) {
        Fields fields = Fields.NONE.with("method", request.getMethod()).with("path", request.getRequestURI());
        return text(fields, "query", request.getQueryString());
    }

    private static Fields text(Fields fields, String name, @Nullable String value) {
        return value == null ? fields.withNull(name) : fields.with(name, value);
    }

    private static String sha256(Part part) throws IOException {
        MessageDigest digest = Digests.sha256();
        byte[] buffer = new byte[8192];
        try (InputStream in = part.getInputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
