package dev.referee.domain.permit;

import dev.referee.domain.command.Check;

/** The number of a reviewer: positive. */
public record ReviewerId(long value) implements Comparable<ReviewerId> {

    public ReviewerId {
        Check.range("reviewer id", value, 1, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(ReviewerId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
