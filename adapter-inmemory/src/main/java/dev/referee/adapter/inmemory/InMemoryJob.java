package dev.referee.adapter.inmemory;

import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.QueueName;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A job's row.
 *
 * @param due the place to which it is given back
 * @param claimable when it is due, or when the lease ends of who has claimed it
 * @param token empty if it is free
 */
record InMemoryJob(
        JobId id,
        QueueName queue,
        String payload,
        Instant due,
        Instant claimable,
        Optional<String> token,
        int attempt) {

    static final Comparator<InMemoryJob> OLDEST_FIRST =
            Comparator.comparing(InMemoryJob::claimable).thenComparing(InMemoryJob::id);

    boolean isClaimable(QueueName wanted, Instant now) {
        return queue.equals(wanted) && !claimable.isAfter(now);
    }

    InMemoryJob claimed(String by, Instant until) {
        return new InMemoryJob(id, queue, payload, due, until, Optional.of(by), attempt + 1);
    }

    InMemoryJob renewed(Instant until) {
        return new InMemoryJob(id, queue, payload, due, until, token, attempt);
    }

    InMemoryJob givenBack() {
        return new InMemoryJob(id, queue, payload, due, due, Optional.empty(), attempt - 1);
    }

    InMemoryJob dueAgain(Instant at) {
        return new InMemoryJob(id, queue, payload, at, at, Optional.empty(), attempt);
    }

    ClaimedJob told() {
        return new ClaimedJob(id, payload, attempt);
    }
}
