package dev.referee.application.queue;

import dev.referee.domain.command.Check;

/** The number of a job, given by the store: 1 or more, rising on one node, with gaps. */
public record JobId(long value) implements Comparable<JobId> {

    public JobId {
        Check.range("job id", value, 1, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(JobId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
