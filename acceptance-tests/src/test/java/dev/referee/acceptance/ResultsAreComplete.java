package dev.referee.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Run after all others: every rule must have a result on every engine, be it that it was skipped. */
class ResultsAreComplete {

    private static final List<String> ENGINES =
            List.of("in-memory", "h2", "sqlite", "postgresql-18", "postgresql-14", "mariadb-11.4", "mysql-9");

    /** Stores of leases alone: for these only that group of rules is asked for. */
    private static final List<String> LEASES_ONLY = List.of("redis", "redis-quorum");

    private static final List<String> EVERYWHERE =
            Stream.concat(ENGINES.stream(), LEASES_ONLY.stream()).toList();

    private static final String LEASES = "LEASE-";

    private static final Pattern RESULT = Pattern.compile("\\{\"rule\": \"([^\"]+)\", \"engine\": \"([^\"]+)\"");

    @Test
    void every_rule_has_a_result_on_every_engine() throws IOException {
        for (String selection : List.of("test", "groups", "excludedGroups")) {
            assumeTrue(System.getProperty(selection) == null, "only a selection of the tests was run: " + selection);
        }
        String results = Files.readString(Path.of(System.getProperty("referee.acceptance.results", "")));
        Set<String> found = RESULT.matcher(results)
                .results()
                .map(match -> match.group(1) + " on " + match.group(2))
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        for (String rule : RuleBook.ids()) {
            for (String engine : rule.startsWith(LEASES) ? EVERYWHERE : ENGINES) {
                if (!found.contains(rule + " on " + engine)) {
                    missing.add(rule + " on " + engine);
                }
            }
        }
        assertEquals(List.of(), missing, "without a result");
    }
}
