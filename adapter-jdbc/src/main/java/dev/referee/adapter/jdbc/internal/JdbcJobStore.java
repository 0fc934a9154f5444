package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the statements of {@link JobTable}, each in its transaction. */
final class JdbcJobStore implements JobStore {

    private static final int ATTEMPTS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final JdbcUnitsOfWork units;
    private final Shared shared;
    private final JobTable table;

    JdbcJobStore(JdbcUnitsOfWork units, Shared shared, Tables tables) {
        this.units = units;
        this.shared = shared;
        this.table = new JobTable(tables, shared.dialect());
    }

    @Override
    public JobId enqueue(UnitOfWork unit, NewJob job) {
        return new JobId(JdbcUnitOfWork.of(unit, shared).run(in -> in.insert(table.insert(job), JobTable.ID)));
    }

    @Override
    public List<ClaimedJob> claim(QueueName queue, int limit, Token token, LeaseTime lease) {
        return inOwn(unit -> new JobClaim(table, shared.dialect(), unit, queue).claim(limit, token, lease));
    }

    @Override
    public boolean renew(JobId job, Token token, LeaseTime lease) {
        return changes(table.renew(job, token, lease.micros()));
    }

    @Override
    public boolean complete(JobId job, Token token) {
        return changes(table.delete(job, token));
    }

    @Override
    public boolean complete(UnitOfWork unit, JobId job, Token token) {
        return JdbcUnitOfWork.of(unit, shared).run(in -> in.execute(table.delete(job, token)) == 1);
    }

    @Override
    public boolean giveBack(JobId job, Token token) {
        return changes(table.giveBack(job, token));
    }

    @Override
    public boolean retryAfter(JobId job, Token token, Duration delay) {
        return changes(table.retryAfter(job, token, TimeUnit.MICROSECONDS.convert(delay)));
    }

    private boolean changes(Sql sql) {
        return inOwn(unit -> unit.execute(sql) == 1);
    }

    /** Once it may have been committed, nothing is run again: a second look would find that the job is not the token's any more. */
    private <R> R inOwn(JdbcUnitOfWork.Work<R> work) {
        return units.inTransactions(ATTEMPTS, LIMIT, e -> e.kind().isPassing() && !e.outcomeUnknown(), work);
    }
}
