package dev.referee.acceptance.broken;

import dev.referee.acceptance.steps.Await;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.queue.QueueName;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A claim waits for the jobs that another one is just claiming, and then marks them as its own, without a second look. The first claim takes
 * its time, so that another one comes to wait.
 */
final class ClaimWithoutSkipping extends Fault {

    private final AtomicInteger claiming = new AtomicInteger();
    private final ReentrantLock rows = new ReentrantLock();
    private List<ClaimedJob> last = List.of();
    private Token holder = Token.random();

    @Override
    List<ClaimedJob> claim(JobStore healthy, QueueName queue, int limit, Token token, LeaseTime lease) {
        boolean waits = claiming.getAndIncrement() > 0;
        rows.lock();
        try {
            if (waits) {
                last.forEach(job -> healthy.giveBack(job.id(), holder));
            }
            boolean isFirst = last.isEmpty();
            last = healthy.claim(queue, limit, token, lease);
            holder = token;
            if (isFirst) {
                Await.until("another one claims", () -> claiming.get() > 1);
            }
            return last;
        } finally {
            rows.unlock();
            claiming.decrementAndGet();
        }
    }
}
