package dev.referee.application.queue;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LockObserver;
import dev.referee.domain.command.Check;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Jobs that workers claim: put into a queue with the transaction that made them necessary, claimed by one worker each, for a limited time,
 * and finished by who holds the claim. Safe for many threads.
 *
 * <p>A job is done at least once: a worker that dies, or takes longer than its lease, loses the job to another one. So that its effect comes
 * once all the same, complete the job in the transaction of the effect: {@link #complete(Transaction, Claim)}.
 *
 * <p>A claim whose time is over but that nobody has taken yet is still its worker's: only a claim that was taken over, finished or given back
 * is lost. To have lost one is an answer, not an exception.
 *
 * <p>All but {@link #enqueue} and {@link #complete(Transaction, Claim)} work in a short transaction of their own, that has committed when they
 * return, and refuse to be called inside one: {@link dev.referee.application.port.TransactionAlreadyActive}. Each throws {@link
 * dev.referee.application.port.StoreFailure} if the store failed. If its outcome is unknown, the call may have taken effect: a claim is then
 * free again after its lease, and a finished job is told as lost when it is finished again.
 */
public final class Jobs {

    /** How many jobs can be claimed at once. */
    public static final int MAX_LIMIT = 1_000;

    /** The longest time to put a job off. */
    public static final Duration MAX_DELAY = Duration.ofDays(366);

    private final JobStore store;
    private final LockObserver observer;

    private Jobs(JobStore store, LockObserver observer) {
        this.store = store;
        this.observer = observer;
    }

    public static Jobs over(Adapter adapter) {
        return new Jobs(adapter.jobs(), LockObserver.NONE);
    }

    /** The same jobs, told to an observer. */
    public Jobs observedBy(LockObserver lockObserver) {
        return new Jobs(store, LockObserver.guarded(lockObserver));
    }

    /** Puts a job into its queue: it is there once the transaction has committed, and never if that rolls back. */
    public JobId enqueue(Transaction transaction, NewJob job) {
        return store.enqueue(transaction.unit(), job);
    }

    /**
     * Claims up to {@code limit} jobs that can be claimed, those first that could be for the longest time (since they are due, or since an
     * earlier claim ran out), and among equals the lower number. Jobs that somebody else is just claiming are passed over, so fewer may come,
     * or none. No connection is held afterwards.
     *
     * @param limit 1 to {@value #MAX_LIMIT}
     * @param lease for how long, all of them together: take as many as can be done within it, or renew
     */
    public List<Claim> claim(QueueName queue, int limit, LeaseTime lease) {
        Check.range("limit", limit, 1, MAX_LIMIT);
        Token token = Token.random();
        long askedAt = System.nanoTime();
        return store.claim(queue, limit, token, lease).stream()
                .map(job -> new Claim(job.id(), queue, job.payload(), token, job.attempt(), lease, askedAt))
                .toList();
    }

    /**
     * Gives the claim this time from now on, more or less than it had.
     *
     * @return the claim with its new time; empty if it is lost
     */
    public Optional<Claim> renew(Claim claim, LeaseTime lease) {
        long askedAt = System.nanoTime();
        return kept(claim, store.renew(claim.job(), claim.token(), lease))
                ? Optional.of(claim.renewed(lease, askedAt))
                : Optional.empty();
    }

    /**
     * Ends the job: it leaves the queue.
     *
     * @return false if the claim is lost; then nothing was changed
     */
    public boolean complete(Claim claim) {
        return kept(claim, store.complete(claim.job(), claim.token()));
    }

    /**
     * Ends the job with the transaction that holds the work's effect. Until that has ended, nobody can claim the job, whatever the time.
     *
     * @return false if the claim is lost: then the effect is another worker's to make, and the transaction should be rolled back
     */
    public boolean complete(Transaction transaction, Claim claim) {
        return kept(claim, store.complete(transaction.unit(), claim.job(), claim.token()));
    }

    /**
     * Gives the job back as if it had not been claimed: at its old place in the queue, the attempt not counted.
     *
     * @return false if the claim is lost; then nothing was changed
     */
    public boolean giveBack(Claim claim) {
        return kept(claim, store.giveBack(claim.job(), claim.token()));
    }

    /**
     * Gives the job back after a failure: due again after this time, the attempt counted.
     *
     * @param delay 0 to 366 days, by the store's clock
     * @return false if the claim is lost; then nothing was changed
     */
    public boolean retryAfter(Claim claim, Duration delay) {
        if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("delay must be 0 to " + MAX_DELAY.toDays() + " days, but is " + delay);
        }
        return kept(claim, store.retryAfter(claim.job(), claim.token(), delay));
    }

    private boolean kept(Claim claim, boolean found) {
        if (!found) {
            observer.claimLost(claim.queue().value());
        }
        return found;
    }
}
