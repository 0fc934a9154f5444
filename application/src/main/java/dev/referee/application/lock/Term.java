package dev.referee.application.lock;

import java.time.Duration;

/**
 * One granted time as its holder counts it: from before the request was sent, and a hundredth and 2 ms less than asked for, because the
 * machine's clock may be slower than the store's, and because a timer fires late. So it never ends after the store's.
 *
 * @param sentAt before the request was sent
 * @param time what was asked for
 */
record Term(Moment sentAt, LeaseTime time) {

    private static final Duration TIMER = Duration.ofMillis(2);
    private static final int DRIFT = 100;

    static Term from(Moment sentAt, LeaseTime time) {
        return new Term(sentAt, time);
    }

    /** Zero once it is over. */
    Duration remaining() {
        Duration full = time.value();
        Duration left = full.minus(full.dividedBy(DRIFT)).minus(TIMER).minus(sentAt.elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOver() {
        return remaining().isZero();
    }
}
