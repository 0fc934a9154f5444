package dev.referee.acceptance.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shows {@link Results} as a table: a row for each rule, a column for each engine, then why tests were skipped or failed. */
final class ResultsTable {

    private static final int RULE_WIDTH = 12;

    private ResultsTable() {}

    static String of(Results results) {
        List<Results.EngineLine> engines = results.engines();
        Map<String, Map<String, List<Results.Line>>> byRule = results.lines().stream()
                .collect(Collectors.groupingBy(
                        Results.Line::rule,
                        () -> new TreeMap<>(RuleId.ORDER),
                        Collectors.groupingBy(Results.Line::engine)));
        StringBuilder out = new StringBuilder("\nRules by engine\n").append(pad("", RULE_WIDTH));
        engines.forEach(engine -> out.append(pad(engine.name(), width(engine))));
        out.append('\n');
        byRule.forEach((rule, byEngine) -> {
            out.append(pad(rule, RULE_WIDTH));
            engines.forEach(engine ->
                    out.append(pad(cell(byEngine.getOrDefault(engine.name(), List.of())), width(engine))));
            out.append('\n');
        });
        out.append(RoundTrips.table());
        engines.forEach(engine -> out.append(engine.name())
                .append(": ")
                .append(engine.whyNotRun().map(reason -> "not run, " + reason).orElse("ran, " + engine.version()))
                .append('\n'));
        reasons(results, TestOutcome.SKIPPED, out);
        reasons(results, TestOutcome.FAILED, out);
        return out.toString();
    }

    /** What all tests of one rule on one engine come to: a failure weighs most, and a skip beside passes is shown. */
    private static String cell(List<Results.Line> tests) {
        long failed = count(tests, TestOutcome.FAILED);
        long skipped = count(tests, TestOutcome.SKIPPED);
        long passed = count(tests, TestOutcome.PASSED);
        if (tests.isEmpty()) {
            return "-";
        }
        if (failed > 0) {
            return "FAILED " + failed + "/" + tests.size();
        }
        if (passed == 0) {
            return "skipped";
        }
        return skipped == 0 ? "passed" : "passed " + passed + "/" + tests.size();
    }

    private static long count(List<Results.Line> tests, TestOutcome outcome) {
        return tests.stream().filter(line -> line.outcome() == outcome).count();
    }

    private static void reasons(Results results, TestOutcome outcome, StringBuilder out) {
        Map<String, List<Results.Line>> byReason = results.lines().stream()
                .filter(line -> line.outcome() == outcome)
                .filter(line -> ranOn(results, line.engine()))
                .collect(Collectors.groupingBy(Results.Line::reason, TreeMap::new, Collectors.toList()));
        byReason.forEach((reason, lines) -> out.append(outcome.text())
                .append(": ")
                .append(lines.stream()
                        .map(line -> line.rule() + " on " + line.engine())
                        .distinct()
                        .collect(Collectors.joining(", ")))
                .append(": ")
                .append(reason.lines().findFirst().orElse(""))
                .append('\n'));
    }

    private static boolean ranOn(Results results, String engine) {
        return results.engines().stream()
                .anyMatch(line -> line.name().equals(engine) && line.whyNotRun().isEmpty());
    }

    private static int width(Results.EngineLine engine) {
        return Math.max(engine.name().length(), "passed 10/12".length()) + 2;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
