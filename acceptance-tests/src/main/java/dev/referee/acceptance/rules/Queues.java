package dev.referee.acceptance.rules;

import dev.referee.acceptance.engine.Node;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.queue.Claim;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The jobs of one node, with what tests of them do again and again. */
record Queues(Jobs jobs, Transactions transactions) {

    static final QueueName MAIL = new QueueName("mail");
    static final LeaseTime HOUR = LeaseTime.of(Duration.ofHours(1));

    private static final Duration LIMIT = Duration.ofSeconds(20);

    static Queues of(Node node) {
        return new Queues(Jobs.over(node.adapter()), Transactions.over(node.adapter()));
    }

    <R> R inTransaction(Function<Transaction, R> work) {
        return transactions.run(LIMIT, work);
    }

    JobId enqueue(NewJob job) {
        return inTransaction(transaction -> jobs.enqueue(transaction, job));
    }

    JobId enqueue(String payload) {
        return enqueue(NewJob.of(MAIL, payload));
    }

    JobId enqueue(String payload, Instant due) {
        return enqueue(NewJob.of(MAIL, payload).due(due));
    }

    /** So many jobs, in one transaction. */
    List<JobId> enqueueMany(int count) {
        return inTransaction(transaction -> {
            List<JobId> ids = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                ids.add(jobs.enqueue(transaction, NewJob.of(MAIL, "job " + i)));
            }
            return ids;
        });
    }

    List<Claim> claim(int limit) {
        return jobs.claim(MAIL, limit, HOUR);
    }

    Claim claimOne() {
        return claim(1).stream().findFirst().orElseThrow(() -> new AssertionError("there is no job to claim"));
    }

    boolean completeInTransaction(Claim claim) {
        return inTransaction(transaction -> jobs.complete(transaction, claim));
    }

    static List<JobId> idsOf(List<Claim> claims) {
        return claims.stream().map(Claim::job).toList();
    }

    static List<String> payloadsOf(List<Claim> claims) {
        return claims.stream().map(Claim::payload).toList();
    }
}
