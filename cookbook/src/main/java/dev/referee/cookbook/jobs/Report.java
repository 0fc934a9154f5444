package dev.referee.cookbook.jobs;

import dev.referee.domain.command.Revision;
import java.util.Optional;

// sample: model
/**
 * A report that somebody has asked for.
 *
 * @param text empty until it is rendered
 */
public record Report(ReportId id, Revision revision, Optional<String> text) {

    public static Report asked(ReportId id) {
        return new Report(id, Revision.FIRST, Optional.empty());
    }

    public Report rendered(String newText) {
        return new Report(id, revision.next(), Optional.of(newText));
    }
}
// end
