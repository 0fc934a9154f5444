package dev.referee.acceptance.report;

import java.util.Locale;

/** How a test of a rule ended. The order is that of weight: of several runs the heaviest counts. */
enum TestOutcome {
    SKIPPED,
    PASSED,
    FAILED;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
