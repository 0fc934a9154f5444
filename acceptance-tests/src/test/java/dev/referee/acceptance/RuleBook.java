package dev.referee.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The ids in RULES.md. */
final class RuleBook {

    private static final Pattern RULE = Pattern.compile("(?m)^- ([A-Z]+-[1-9][0-9]*) ");

    private RuleBook() {}

    static NavigableSet<String> ids() {
        try {
            return RULE.matcher(Files.readString(Path.of("RULES.md")))
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException("RULES.md is not in the module's folder", e);
        }
    }
}
