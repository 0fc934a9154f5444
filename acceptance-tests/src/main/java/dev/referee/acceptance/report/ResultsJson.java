package dev.referee.acceptance.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes {@link Results} as JSON, one line for each engine and each result. */
final class ResultsJson {

    private ResultsJson() {}

    static String of(Results results) {
        String engines = results.engines().stream()
                .map(engine -> object(List.of(
                        field("name", engine.name()),
                        field("version", engine.version()),
                        field("status", engine.whyNotRun().isEmpty() ? "ran" : "not run"),
                        field("reason", engine.whyNotRun().orElse("")))))
                .collect(Collectors.joining(",\n    "));
        String lines = results.lines().stream()
                .map(line -> object(List.of(
                        field("rule", line.rule()),
                        field("engine", line.engine()),
                        field("test", line.test()),
                        field("outcome", line.outcome().text()),
                        field("reason", line.reason()))))
                .collect(Collectors.joining(",\n    "));
        return "{\n  \"engines\": [\n    " + engines + "\n  ],\n  \"results\": [\n    " + lines + "\n  ]\n}\n";
    }

    private static String object(List<String> fields) {
        return "{" + String.join(", ", fields) + "}";
    }

    private static String field(String name, String value) {
        return quoted(name) + ": " + quoted(value);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                // A surrogate is escaped so that the file is valid UTF-8 even if a message holds half of a pair.
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
