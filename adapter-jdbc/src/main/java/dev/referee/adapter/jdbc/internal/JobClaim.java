package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Token;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.QueueName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One claim in its transaction: lock the oldest jobs that nobody has locked, then mark them by their keys. The two steps are two statements,
 * because a locking LIMIT inside the UPDATE may be run more than once by the server, and then takes more.
 *
 * <p>Where a locking read with ORDER BY and LIMIT locks more rows than it returns, the jobs are looked up without a lock first, and then
 * locked by their keys, as many as are still wanted; whoever was passed over is made up for with the next ones.
 */
final class JobClaim {

    /** So many candidates are looked up at least: with many workers the first ones are taken. */
    private static final int LEAST_WINDOW = 64;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final Comparator<Row> OLDEST_FIRST = Comparator.comparing(
                    (Row row) -> row.instant(JobTable.CLAIMABLE_AT))
            .thenComparing(row -> row.number(JobTable.ID));

    private final JobTable table;
    private final Dialect dialect;
    private final JdbcUnitOfWork unit;
    private final QueueName queue;

    JobClaim(JobTable table, Dialect dialect, JdbcUnitOfWork unit, QueueName queue) {
        this.table = table;
        this.dialect = dialect;
        this.unit = unit;
        this.queue = queue;
    }

    List<ClaimedJob> claim(int limit, Token token, LeaseTime lease) throws SQLException {
        List<Row> rows =
                dialect.limitsWhatItLocks() ? unit.query(skippingLocked(table.due(queue, limit))) : byKeys(limit);
        if (rows.isEmpty()) {
            return List.of();
        }
        int marked = unit.execute(table.mark(ids(rows), token, lease.micros()));
        if (marked != rows.size()) {
            // They are locked: only a clock that was set back in between can have done that.
            String message = rows.size() + " jobs were locked, but " + marked + " can still be claimed";
            throw new StoreFailure(
                    FailureKind.CONTENTION, Phase.WRITE, false, message, new IllegalStateException(message));
        }
        return rows.stream().sorted(OLDEST_FIRST).map(JobClaim::claimed).toList();
    }

    private List<Row> byKeys(int limit) throws SQLException {
        int window = Math.max(LEAST_WINDOW, limit);
        List<Row> locked = new ArrayList<>();
        List<Row> found = unit.query(table.candidates(queue, window));
        while (true) {
            for (int from = 0; from < found.size() && locked.size() < limit; ) {
                int to = Math.min(found.size(), from + limit - locked.size());
                locked.addAll(unit.query(skippingLocked(table.stillDue(ids(found.subList(from, to))))));
                from = to;
            }
            if (locked.size() == limit || found.size() < window) {
                return locked;
            }
            found = unit.query(table.candidatesAfter(queue, found.get(found.size() - 1), window));
        }
    }

    private Sql skippingLocked(Sql select) {
        return dialect.lock(select, LockWait.skip(), LIMIT);
    }

    private static List<Long> ids(List<Row> rows) {
        return rows.stream().map(row -> row.number(JobTable.ID)).toList();
    }

    private static ClaimedJob claimed(Row row) {
        return new ClaimedJob(
                new JobId(row.number(JobTable.ID)),
                row.text(JobTable.PAYLOAD),
                Math.addExact(row.integer(JobTable.ATTEMPT), 1));
    }
}
