package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.JobStore.ClaimedJob;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.QueueName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A claim is renewed and ended by the job's id, whoever has the job by now. */
final class FinishByIdAlone extends Fault {

    private final Map<JobId, Token> holders = new ConcurrentHashMap<>();

    @Override
    List<ClaimedJob> claim(JobStore healthy, QueueName queue, int limit, Token token, LeaseTime lease) {
        List<ClaimedJob> claimed = healthy.claim(queue, limit, token, lease);
        claimed.forEach(job -> holders.put(job.id(), token));
        return claimed;
    }

    @Override
    Token shown(JobId job, Token given) {
        return holders.getOrDefault(job, given);
    }
}
