package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Queues.HOUR;
import static dev.referee.acceptance.rules.Queues.MAIL;
import static dev.referee.acceptance.rules.Queues.idsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.CallGate;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.Step;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.queue.Claim;
import dev.referee.application.queue.JobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a claim is worth: while its worker works, after its worker died, and to who has lost it. */
public abstract class ClaimTokenRules extends Rules {

    @Test
    void SKIP_2_a_claim_is_committed_when_it_is_given() {
        Queues worker = Queues.of(node());
        worker.enqueueMany(3);
        Queues other = Queues.of(newNode(NodeOptions.DEFAULT));

        Claim claim = worker.claimOne();

        assertEquals(2, other.claim(10).size(), "another session sees that it is taken");
        assertEquals(1, claim.attempt());
        assertTrue(claim.left().compareTo(HOUR.value()) <= 0 && !claim.isOver());
        assertTrue(other.jobs().complete(claim), "who has the claim can finish it on any node");
    }

    @Test
    void SKIP_2_no_connection_is_held_while_working() {
        requires(Feature.CONNECTIONS);
        Queues worker = Queues.of(node());
        worker.enqueueMany(2);

        List<Claim> claims = worker.claim(2);
        assertEquals(0, node().connectionsInUse());
        assertTrue(worker.jobs().renew(claims.get(0), HOUR).isPresent());
        assertEquals(0, node().connectionsInUse());
    }

    @ConcurrencyTest
    void SKIP_2_many_workers_share_one_connection() {
        requires(Feature.CONNECTIONS);
        Queues worker = Queues.of(newNode(NodeOptions.DEFAULT.poolSize(1)));
        List<JobId> all = worker.enqueueMany(8);

        List<JobId> done = new ArrayList<>(crew().atOnce(8, i -> {
            Claim claim = worker.claimOne();
            assertTrue(worker.jobs().complete(claim));
            return claim.job();
        }));

        Collections.sort(done);
        assertEquals(all, done);
    }

    @Test
    void SKIP_2_inside_a_transaction_no_claim_is_made_or_changed() {
        Queues worker = Queues.of(node());
        worker.enqueueMany(2);
        Claim claim = worker.claimOne();
        List<Runnable> calls = List.of(
                () -> worker.claim(1),
                () -> worker.jobs().renew(claim, HOUR),
                () -> worker.jobs().complete(claim),
                () -> worker.jobs().giveBack(claim),
                () -> worker.jobs().retryAfter(claim, Duration.ZERO));

        for (Runnable call : calls) {
            writingNothing(
                    () -> worker.inTransaction(transaction -> assertThrows(TransactionAlreadyActive.class, call::run)));
        }
    }

    @Test
    void SKIP_3_a_worker_that_dies_loses_its_job_and_its_late_finish_is_refused() {
        Queues dead = Queues.of(node());
        Queues other = Queues.of(newNode(NodeOptions.DEFAULT));
        JobId job = dead.enqueue("work");
        Claim lost = dead.claimOne();
        assertEquals(List.of(), other.claim(10), "while the lease runs");

        store().expireClaims();
        Claim taken = other.claimOne();

        assertEquals(job, taken.job());
        assertEquals(2, taken.attempt());
        assertNotEquals(lost.token(), taken.token());
        assertFalse(dead.jobs().complete(lost));
        assertTrue(other.jobs().complete(taken));
        assertFalse(other.jobs().complete(taken), "it is finished already");
    }

    @Test
    void SKIP_3_a_renewed_claim_is_kept_and_a_shortened_one_ends_by_the_stores_clock() {
        Queues worker = Queues.of(node());
        worker.enqueue("work");
        Claim claim = worker.jobs().claim(MAIL, 1, LeaseTime.of(LeaseTime.MIN)).get(0);
        Claim renewed = worker.jobs().renew(claim, HOUR).orElseThrow();
        assertEquals(claim.token(), renewed.token());
        assertTrue(renewed.left().compareTo(Duration.ofMinutes(59)) > 0, () -> "left: " + renewed.left());

        Claim last = worker.jobs().renew(renewed, LeaseTime.of(LeaseTime.MIN)).orElseThrow();
        Await.until("the claim is over", last::isOver);
        Await.until("the store has seen it too", () -> !worker.claim(1).isEmpty());

        assertFalse(worker.jobs().renew(last, HOUR).isPresent());
    }

    @Test
    void SKIP_3_a_claim_whose_time_is_over_is_its_workers_until_somebody_takes_the_job() {
        Queues worker = Queues.of(node());
        worker.enqueueMany(2);
        List<Claim> claims = worker.claim(2);
        store().expireClaims();

        assertTrue(worker.jobs().complete(claims.get(0)));
        assertTrue(worker.jobs().renew(claims.get(1), HOUR).isPresent());
        assertEquals(List.of(), worker.claim(10));
    }

    @Test
    void SKIP_4_with_a_token_that_is_not_the_jobs_nothing_is_changed() {
        Queues worker = Queues.of(node());
        worker.enqueueMany(2);
        List<Claim> stale = worker.claim(2);
        store().expireClaims();
        List<Claim> taken = worker.claim(2);
        assertEquals(idsOf(stale), idsOf(taken));
        assertTrue(worker.jobs().giveBack(taken.get(1)));
        Claim holder = taken.get(0);
        Claim forged = new Claim(holder.job(), MAIL, "work", Token.random(), holder.attempt(), HOUR, System.nanoTime());
        List<String> lost = new ArrayList<>();
        Queues observing = new Queues(
                worker.jobs().observedBy(new LockObserver() {
                    @Override
                    public void claimLost(String queue) {
                        lost.add(queue);
                    }
                }),
                worker.transactions());

        Map<String, Claim> notTheirs = new LinkedHashMap<>();
        notTheirs.put("taken over", stale.get(0));
        notTheirs.put("given back by its successor", stale.get(1));
        notTheirs.put("given back", taken.get(1));
        notTheirs.put("forged", forged);
        notTheirs.forEach((why, claim) -> changes(observing)
                .forEach((call, change) -> assertFalse(
                        writingNothing(() -> change.test(claim)), () -> call + " of a claim that was " + why)));

        assertEquals(Collections.nCopies(4 * 5, MAIL.value()), lost);
        assertTrue(worker.jobs().complete(holder), "the holder keeps the job");
    }

    private static Map<String, Predicate<Claim>> changes(Queues queues) {
        return Map.of(
                "renew", claim -> queues.jobs().renew(claim, HOUR).isPresent(),
                "complete", claim -> queues.jobs().complete(claim),
                "complete in a transaction", queues::completeInTransaction,
                "give back", claim -> queues.jobs().giveBack(claim),
                "retry", claim -> queues.jobs().retryAfter(claim, Duration.ZERO));
    }

    @Test
    void SKIP_4_a_job_is_completed_with_the_transaction_of_its_effect_or_not_at_all() {
        Queues worker = Queues.of(node());
        worker.enqueue("work");
        Claim claim = worker.claimOne();

        assertThrows(
                IllegalStateException.class,
                () -> worker.inTransaction(transaction -> {
                    assertTrue(worker.jobs().complete(transaction, claim));
                    throw new IllegalStateException("the effect failed");
                }));
        assertTrue(worker.jobs().renew(claim, HOUR).isPresent(), "the job is still there, and still claimed");

        assertTrue(worker.completeInTransaction(claim));
        assertEquals(0, snapshot().count("job"));
    }

    @ConcurrencyTest
    void SKIP_4_while_a_completing_transaction_is_open_nobody_takes_the_job_whatever_the_time() {
        requires(Feature.SKIP_LOCKED);
        Queues worker = Queues.of(node());
        Queues other = Queues.of(newNode(NodeOptions.DEFAULT));
        worker.enqueue("work");
        Claim claim = worker.claimOne();
        store().expireClaims();
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<Boolean> completing = crew().start(() -> worker.completeInTransaction(claim));
        commit.awaitReached();

        assertEquals(List.of(), other.claim(10));
        commit.release();

        assertTrue(Crew.join(completing));
        assertEquals(List.of(), other.claim(10));
    }

    @ConcurrencyTest
    void SKIP_4_a_late_finish_waits_for_the_take_over_that_is_being_made_and_is_refused() {
        requires(Feature.SKIP_LOCKED, Feature.CONNECTIONS);
        CallGate gate = new CallGate();
        Node taking = newNode(NodeOptions.DEFAULT.poolSize(1).wiring(Wiring.DEFAULT.driver(gate)));
        Queues worker = Queues.of(node());
        worker.enqueue("work");
        Claim late = worker.claimOne();
        store().expireClaims();
        CallGate.Hold commit = gate.shutAtCommit();
        Future<List<Claim>> taken = crew().start(() -> Queues.of(taking).claim(1));
        commit.awaitReached();
        Future<Boolean> finish = crew().start(() -> worker.jobs().complete(late));
        awaitBlocked(finish);
        commit.open();

        assertEquals(1, Crew.join(taken).size());
        assertFalse(Crew.join(finish));
        assertTrue(worker.jobs().complete(Crew.join(taken).get(0)));
    }
}
