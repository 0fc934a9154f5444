package dev.referee.acceptance.report;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ids of rules: {@code CMD-11}, at the head of a test's name as {@code CMD_11_}. */
public final class RuleId {

    /** By group, then by number. */
    public static final Comparator<String> ORDER = Comparator.comparing((String id) -> id.substring(0, id.indexOf('-')))
            .thenComparing(id -> Integer.valueOf(id.substring(id.indexOf('-') + 1)));

    private static final Pattern TEST_NAME = Pattern.compile("([A-Z]+)_([1-9][0-9]*)_[a-z0-9].*");

    private RuleId() {}

    /** The id of the rule that a test method names; empty if it names none. */
    public static Optional<String> ofTest(String methodName) {
        Matcher matcher = TEST_NAME.matcher(methodName);
        return matcher.matches() ? Optional.of(matcher.group(1) + "-" + matcher.group(2)) : Optional.empty();
    }
}
