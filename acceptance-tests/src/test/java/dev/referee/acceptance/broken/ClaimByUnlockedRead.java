package dev.referee.acceptance.broken;

import dev.referee.acceptance.steps.Await;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.QueueName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A claim reads jobs without a lock and then marks them by their ids. The first one waits until another has read too, as it may come about. */
final class ClaimByUnlockedRead extends Fault {

    private final Map<JobId, Token> holders = new HashMap<>();
    private int reads;

    @Override
    List<ClaimedJob> claim(JobStore healthy, QueueName queue, int limit, Token token, LeaseTime lease) {
        List<ClaimedJob> read;
        boolean isFirst;
        synchronized (this) {
            isFirst = reads++ == 0;
            read = healthy.claim(queue, limit, token, lease);
            read.forEach(job -> healthy.giveBack(job.id(), token));
        }
        if (isFirst) {
            Await.until("another one has read", () -> {
                synchronized (this) {
                    return reads > 1;
                }
            });
        }
        synchronized (this) {
            // Whoever has marked them in between loses them.
            read.forEach(job -> Optional.ofNullable(holders.put(job.id(), token))
                    .ifPresent(before -> healthy.giveBack(job.id(), before)));
            healthy.claim(queue, read.size(), token, lease);
        }
        return read;
    }
}
