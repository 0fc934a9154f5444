package dev.referee.cookbook.jobs;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.queue.Claim;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reports that are asked for by many and rendered by some workers. Safe for many threads. */
public final class Reports {

    private static final Logger LOG = System.getLogger(Reports.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(30);

    private final Transactions transactions;
    private final AggregateStore<Report> store;
    private final Jobs jobs;
    private final QueueName queue;
    private final Renderer renderer;

    public Reports(
            Transactions transactions, AggregateStore<Report> store, Jobs jobs, QueueName queue, Renderer renderer) {
        this.transactions = transactions;
        this.store = store;
        this.jobs = jobs;
        this.queue = queue;
        this.renderer = renderer;
    }

    // sample: ask
    /** The report and its job are there together, or neither is. */
    public void ask(ReportId id) {
        transactions.run(LIMIT, t -> {
            t.insert(store, Report.asked(id));
            return jobs.enqueue(t, NewJob.of(queue, Long.toString(id.number())));
        });
    }
    // end

    public Optional<Report> find(ReportId id) {
        return transactions.run(LIMIT, t -> t.read(store, id.subject()));
    }

    // sample: work
    /**
     * Claims some jobs, does them, and tells how many it has finished.
     *
     * @param lease for all of them: what is not done by then may be claimed by another worker
     */
    public int work(int limit, LeaseTime lease) {
        List<Claim> claims = jobs.claim(queue, limit, lease); // committed: no connection is held while rendering
        int finished = 0;
        for (Claim claim : claims) {
            if (claim.isOver()) {
                break;
            }
            finished += work(claim) ? 1 : 0;
        }
        return finished;
    }

    /** Whatever fails is this job's: the others of the claim go on. */
    private boolean work(Claim claim) {
        try {
            ReportId id = new ReportId(Long.parseLong(claim.payload()));
            return finish(claim, id, renderer.render(id));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a report failed, and is tried again later", e);
            putOff(claim);
            return false;
        }
    }

    private void putOff(Claim claim) {
        try {
            jobs.retryAfter(claim, PAUSE_AFTER_FAILURE);
        } catch (StoreFailure e) {
            LOG.log(Level.WARNING, "a report could not be put off, and comes back when its claim is over", e);
        }
    }

    /** The report is written and the job ended together: a worker whose claim is lost changes nothing. */
    private boolean finish(Claim claim, ReportId id, String text) {
        try {
            return transactions.run(LIMIT, t -> {
                if (!jobs.complete(t, claim)) {
                    throw new ClaimLost();
                }
                Report report = t.read(store, id.subject()).orElseThrow();
                if (!t.update(store, report, report.rendered(text))) {
                    throw new IllegalStateException("report " + id.number() + " was changed by who has no claim");
                }
                return true;
            });
        } catch (ClaimLost e) {
            return false;
        }
    }

    /** Ends the transaction without a commit. */
    private static final class ClaimLost extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
    // end
}
