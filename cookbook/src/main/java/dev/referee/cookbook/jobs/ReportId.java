package dev.referee.cookbook.jobs;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of a report, 1 or more. */
public record ReportId(long number) {

    public ReportId {
        Check.range("report", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }
}
