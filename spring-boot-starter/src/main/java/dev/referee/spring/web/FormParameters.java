package dev.referee.spring.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a form in a body, behind those of the query. */
final class FormParameters {

    private FormParameters() {}

    /** @throws IllegalArgumentException if a percent sign is followed by anything but two hexadecimal digits */
    static Map<String, String[]> of(Map<String, String[]> query, BufferedBody body, Charset charset)
            throws IOException {
        Map<String, List<String>> all = new LinkedHashMap<>();
        query.forEach((name, values) ->
                all.computeIfAbsent(name, each -> new ArrayList<>()).addAll(List.of(values)));
        for (String pair : text(body).split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                all.computeIfAbsent(URLDecoder.decode(name, charset), each -> new ArrayList<>())
                        .add(URLDecoder.decode(value, charset));
            }
        }
        Map<String, String[]> parameters = new LinkedHashMap<>();
        all.forEach((name, values) -> parameters.put(name, values.toArray(String[]::new)));
        return Collections.unmodifiableMap(parameters);
    }

    private static String text(BufferedBody body) throws IOException {
        try (InputStream in = body.open()) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
