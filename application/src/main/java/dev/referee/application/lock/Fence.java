package dev.referee.application.lock;

import dev.referee.domain.command.Check;

/**
 * A fencing token: it rises with every acquisition of a lease, so that what the lease protects can refuse a holder that is late. 1 or more.
 */
public record Fence(long number) implements Comparable<Fence> {

    public Fence {
        Check.range("fence", number, 1, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(Fence other) {
        return Long.compare(number, other.number);
    }
}
