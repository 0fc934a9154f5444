package dev.referee.application.port;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.util.List;

/**
 * Where jobs are kept. Due times and leases are by the store's own clock. Calls without a unit of work run in a transaction of their own,
 * which has committed when they return; called while the thread holds a transaction on the same store: {@link TransactionAlreadyActive}. Safe
 * for many threads. {@code Jobs} gives them to users.
 *
 * <p>A job is free or has a token. What needs a token changes the job in one step that tests for it, and returns false, with nothing changed,
 * if the token is not the job's or the job is gone. The time of a lease is not tested: until somebody has claimed the job anew, it is the
 * token's.
 *
 * <p>Every method throws {@link StoreFailure} if the store failed; those that take a unit of work throw {@link IllegalArgumentException} if it
 * is of another adapter.
 */
public interface JobStore {

    /** Adds a free job with the unit's commit. */
    JobId enqueue(UnitOfWork unit, NewJob job);

    /**
     * Gives the token to up to {@code limit} jobs whose due time or lease has passed: the longest passed first, and among equals the lower id.
     * Passes over those that another transaction has locked, and locks no other than those that it gives.
     *
     * @param limit 1 to 1,000
     * @return the jobs in that order
     */
    List<ClaimedJob> claim(QueueName queue, int limit, Token token, LeaseTime lease);

    /** Lets the lease end so much from now. */
    boolean renew(JobId job, Token token, LeaseTime lease);

    /** Removes the job. */
    boolean complete(JobId job, Token token);

    /** Removes the job with the unit's commit; nobody can claim it before the unit has ended. */
    boolean complete(UnitOfWork unit, JobId job, Token token);

    /** Makes the job free again, with the due time that it had, and takes the attempt back. */
    boolean giveBack(JobId job, Token token);

    /** Makes the job free again, due so much from now. */
    boolean retryAfter(JobId job, Token token, Duration delay);

    /**
     * A job that was claimed.
     *
     * @param attempt how often it was claimed without being given back, this time included
     */
    record ClaimedJob(JobId id, String payload, int attempt) {}
}
