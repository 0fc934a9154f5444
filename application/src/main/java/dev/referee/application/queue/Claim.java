package dev.referee.application.queue;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import java.time.Duration;

/**
 * One job, claimed for a limited time. Immutable; may be handed from thread to thread.
 *
 * @param payload as it was put into the queue
 * @param token proves that the claim is one's own
 * @param attempt how often the job was claimed without being given back, this time included; 1 or more
 * @param lease for how long it was claimed, or renewed
 * @param askedAt before the request was sent, in the terms of {@link System#nanoTime}
 */
public record Claim(
        JobId job, QueueName queue, String payload, Token token, int attempt, LeaseTime lease, long askedAt) {

    /**
     * How long nobody else can have claimed the job, by this machine's monotonic clock and counted from before the request: never more than
     * the store grants, provided that the two clocks run at the same speed. Zero once it is over.
     */
    public Duration left() {
        Duration left = lease.value().minusNanos(System.nanoTime() - askedAt);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether somebody else may have claimed the job by now. */
    public boolean isOver() {
        return left().isZero();
    }

    Claim renewed(LeaseTime time, long askedAgainAt) {
        return new Claim(job, queue, payload, token, attempt, time, askedAgainAt);
    }

    /** Without token and payload, which are not for logs. */
    @Override
    public String toString() {
        return "Claim[job=" + job + ", queue=" + queue + ", attempt=" + attempt + "]";
    }
}
