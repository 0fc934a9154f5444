package dev.referee.adapter.inmemory;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/** Keeps jobs as rows among the others, so that they come and go with their transactions. */
final class InMemoryJobStore implements JobStore {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final InMemoryUnits units;
    private final CommittedRows committed;
    private final InstantSource clock;
    private final AtomicLong last = new AtomicLong();

    InMemoryJobStore(InMemoryUnits units, CommittedRows committed, InstantSource clock) {
        this.units = units;
        this.committed = committed;
        this.clock = clock;
    }

    @Override
    public JobId enqueue(UnitOfWork unit, NewJob job) {
        JobId id = new JobId(last.incrementAndGet());
        Instant due = job.due().orElseGet(this::now);
        units.require(unit)
                .add(RowKey.job(id), new InMemoryJob(id, job.queue(), job.payload(), due, due, Optional.empty(), 0));
        return id;
    }

    @Override
    public List<ClaimedJob> claim(QueueName queue, int limit, Token token, LeaseTime lease) {
        return inOwn(unit -> {
            Instant now = now();
            Instant until = now.plus(lease.value());
            Predicate<InMemoryJob> claimable = job -> job.isClaimable(queue, now);
            List<ClaimedJob> claimed = new ArrayList<>();
            for (InMemoryJob job : committed
                    .range(
                            RowKey.FIRST_JOB,
                            key -> key.table().equals(RowKey.JOB),
                            InMemoryJob.class,
                            claimable,
                            Integer.MAX_VALUE)
                    .stream()
                    .sorted(InMemoryJob.OLDEST_FIRST)
                    .toList()) {
                if (claimed.size() == limit) {
                    break;
                }
                unit.changeUnlessLocked(
                                RowKey.job(job.id()),
                                InMemoryJob.class,
                                claimable,
                                found -> found.claimed(token.value(), until))
                        .ifPresent(changed -> claimed.add(changed.told()));
            }
            return claimed;
        });
    }

    @Override
    public boolean renew(JobId job, Token token, LeaseTime lease) {
        return changes(job, token, found -> found.renewed(now().plus(lease.value())));
    }

    @Override
    public boolean complete(JobId job, Token token) {
        return inOwn(unit -> removes(unit, job, token));
    }

    @Override
    public boolean complete(UnitOfWork unit, JobId job, Token token) {
        return removes(units.require(unit), job, token);
    }

    @Override
    public boolean giveBack(JobId job, Token token) {
        return changes(job, token, InMemoryJob::givenBack);
    }

    @Override
    public boolean retryAfter(JobId job, Token token, Duration delay) {
        return changes(job, token, found -> found.dueAgain(now().plus(delay)));
    }

    private boolean changes(JobId job, Token token, Function<InMemoryJob, InMemoryJob> change) {
        return inOwn(unit -> unit.change(RowKey.job(job), InMemoryJob.class, isOf(token), change));
    }

    private static boolean removes(InMemoryUnit unit, JobId job, Token token) {
        return unit.remove(RowKey.job(job), InMemoryJob.class, isOf(token));
    }

    private static Predicate<InMemoryJob> isOf(Token token) {
        Optional<String> wanted = Optional.of(token.value());
        return job -> job.token().equals(wanted);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private <R> R inOwn(Function<InMemoryUnit, R> work) {
        try (InMemoryUnit unit = units.beginOwn(LIMIT)) {
            R result = work.apply(unit);
            unit.commit(List.of());
            return result;
        }
    }
}
