package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.util.List;

/** A store of jobs that is right, with one fault laid over it. */
record BrokenJobs(JobStore healthy, Fault fault) implements JobStore {

    @Override
    public JobId enqueue(UnitOfWork unit, NewJob job) {
        return healthy.enqueue(own(unit), job);
    }

    @Override
    public List<ClaimedJob> claim(QueueName queue, int limit, Token token, LeaseTime lease) {
        return fault.claim(healthy, queue, limit, token, lease);
    }

    @Override
    public boolean renew(JobId job, Token token, LeaseTime lease) {
        return healthy.renew(job, fault.shown(job, token), lease);
    }

    @Override
    public boolean complete(JobId job, Token token) {
        return healthy.complete(job, fault.shown(job, token));
    }

    @Override
    public boolean complete(UnitOfWork unit, JobId job, Token token) {
        return healthy.complete(own(unit), job, fault.shown(job, token));
    }

    @Override
    public boolean giveBack(JobId job, Token token) {
        return healthy.giveBack(job, fault.shown(job, token));
    }

    @Override
    public boolean retryAfter(JobId job, Token token, Duration delay) {
        return healthy.retryAfter(job, fault.shown(job, token), delay);
    }

    private static UnitOfWork own(UnitOfWork unit) {
        return ((Transaction) unit).unit();
    }
}
