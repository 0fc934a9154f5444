package dev.referee.domain.permit;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of a permit case: positive. */
public record CaseId(long value) implements Comparable<CaseId> {

    public CaseId {
        Check.range("case id", value, 1, Long.MAX_VALUE);
    }

    /** The case as the subject of an operation: its number in decimal digits. */
    public Subject subject() {
        return Subject.of(value);
    }

    @Override
    public int compareTo(CaseId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
