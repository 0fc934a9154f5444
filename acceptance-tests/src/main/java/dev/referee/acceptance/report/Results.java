package dev.referee.acceptance.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What was found in one run, on all engines. Safe for many threads. */
final class Results {

    /** One engine: {@code reason} is empty if it ran. */
    record EngineLine(String name, String version, Optional<String> whyNotRun) {}

    /** One test of one rule on one engine. */
    record Line(String rule, String engine, String test, TestOutcome outcome, String reason) {}

    private final Map<String, EngineLine> engines = new LinkedHashMap<>();
    private final Map<String, Line> lines = new TreeMap<>();

    synchronized void engine(EngineLine engine) {
        engines.put(engine.name(), engine);
    }

    /** Adds a result; a test that runs several times has the heaviest of its outcomes. */
    synchronized void add(Line line) {
        lines.merge(
                line.engine() + " " + line.test(),
                line,
                (old, now) -> now.outcome().compareTo(old.outcome()) > 0 ? now : old);
    }

    synchronized List<EngineLine> engines() {
        return List.copyOf(engines.values());
    }

    /** By rule, then engine, then test. */
    synchronized List<Line> lines() {
        return lines.values().stream()
                .sorted(Comparator.comparing(Line::rule, RuleId.ORDER)
                        .thenComparing(Line::engine)
                        .thenComparing(Line::test))
                .toList();
    }
}
