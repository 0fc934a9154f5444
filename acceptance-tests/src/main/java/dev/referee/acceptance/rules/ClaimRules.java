package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Queues.HOUR;
import static dev.referee.acceptance.rules.Queues.MAIL;
import static dev.referee.acceptance.rules.Queues.idsOf;
import static dev.referee.acceptance.rules.Queues.payloadsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.ClaimPlan;
import dev.referee.acceptance.engine.DriverListener;
import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.CallGate;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.queue.Claim;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Who gets which job, and at what cost. */
public abstract class ClaimRules extends Rules {

    private static final int WORKERS = 16;
    private static final QueueName PRINT = new QueueName("print");
    private static final Instant LONG_AGO = Instant.parse("2020-02-29T12:00:00Z");

    @ConcurrencyTest
    void SKIP_1_claimers_at_once_never_get_the_same_job() {
        int jobs = 240;
        Queues queues = Queues.of(newNode(NodeOptions.DEFAULT.poolSize(WORKERS)));
        List<JobId> all = queues.enqueueMany(jobs);
        AtomicInteger left = new AtomicInteger(jobs);

        List<JobId> claimed = byAllWorkers(left, i -> {
            List<Claim> some = queues.claim(1 + i);
            assertTrue(some.size() <= 1 + i, () -> some.size() + " jobs, but asked for " + (1 + i));
            assertEquals(idsOf(some).stream().sorted().toList(), idsOf(some), "oldest first");
            return some;
        });

        assertEquals(all, claimed, "each job once");
        assertEquals(List.of(), queues.claim(1), "none is left");
    }

    @Test
    void SKIP_1_the_job_that_could_be_claimed_for_the_longest_time_comes_first_and_of_equals_the_lower_number() {
        Queues queues = Queues.of(node());
        JobId third = queues.enqueue("third", LONG_AGO.plusSeconds(2));
        JobId second = queues.enqueue("second", LONG_AGO.plusNanos(1_000));
        JobId fifth = queues.enqueue("fifth");
        JobId fourth = queues.enqueue("fourth", LONG_AGO.plusSeconds(2));
        JobId first = queues.enqueue("first", LONG_AGO);

        assertEquals(List.of(first), idsOf(queues.claim(1)), "no more than the limit");
        assertEquals(List.of(second, third, fourth), idsOf(queues.claim(3)));
        assertEquals(List.of(fifth), idsOf(queues.claim(1_000)));
        assertEquals(List.of(), queues.claim(1_000));
    }

    @Test
    void SKIP_1_a_job_is_not_claimed_before_it_is_due_and_not_by_another_queue() {
        Queues queues = Queues.of(node());
        queues.enqueue("later", Instant.now().plus(Duration.ofDays(2)));
        queues.enqueue(NewJob.of(PRINT, "of another queue"));
        queues.enqueue("now");

        assertEquals(List.of("now"), payloadsOf(queues.claim(10)));
        assertEquals(List.of("of another queue"), payloadsOf(queues.jobs().claim(PRINT, 10, HOUR)));
    }

    @Test
    void SKIP_1_a_job_that_is_given_back_is_where_it_was_and_a_retry_is_due_later() {
        Queues queues = Queues.of(node());
        queues.enqueueMany(4);
        List<Claim> claims = queues.claim(3);
        assertTrue(queues.jobs().giveBack(claims.get(1)));
        assertTrue(queues.jobs().retryAfter(claims.get(0), Duration.ofDays(1)));
        assertTrue(queues.jobs().retryAfter(claims.get(2), Duration.ZERO));

        List<Claim> again = queues.claim(4);

        assertEquals(List.of("job 2", "job 4", "job 3"), payloadsOf(again));
        assertEquals(
                List.of(1, 1, 2), again.stream().map(Claim::attempt).toList(), "what was given back was no attempt");
    }

    @ConcurrencyTest
    void SKIP_1_locked_jobs_are_passed_over_and_made_up_for_by_the_next_ones() {
        requires(Feature.SKIP_LOCKED);
        Queues queues = Queues.of(node());
        queues.enqueueMany(10);
        List<Claim> late = queues.claim(5);
        store().expireClaims();
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<Boolean> finishing = crew().start(() -> queues.inTransaction(transaction -> {
            queues.jobs().complete(transaction, late.get(0));
            return queues.jobs().complete(transaction, late.get(3));
        }));
        commit.awaitReached();

        List<Claim> claims = new ArrayList<>(queues.claim(6));
        assertEquals(6, claims.size(), "as many as were asked for, though some are locked");
        claims.addAll(queues.claim(10));
        commit.release();

        assertTrue(Crew.join(finishing));
        assertEquals(
                List.of("job 2", "job 3", "job 5", "job 6", "job 7", "job 8", "job 9", "job 10"),
                claims.stream()
                        .sorted(Comparator.comparing(Claim::job))
                        .map(Claim::payload)
                        .toList());
        assertEquals(List.of(), queues.claim(10));
    }

    @ConcurrencyTest
    void SKIP_1_a_claim_that_is_being_made_locks_its_own_jobs_and_no_other() {
        requires(Feature.SKIP_LOCKED, Feature.CONNECTIONS);
        CallGate gate = new CallGate();
        Queues slow = Queues.of(newNode(NodeOptions.DEFAULT.poolSize(1).wiring(Wiring.DEFAULT.driver(gate))));
        Queues queues = Queues.of(node());
        queues.enqueueMany(6);
        queues.enqueue(NewJob.of(PRINT, "of the next queue"));
        queues.enqueue(NewJob.of(new QueueName("fax"), "of the queue before"));

        CallGate.Hold commit = gate.shutAtCommit();
        Future<List<Claim>> first = crew().start(() -> slow.claim(4));
        commit.awaitReached();
        assertEquals(List.of("job 5"), payloadsOf(queues.claim(1)));
        assertEquals(List.of("job 6"), payloadsOf(queues.claim(5)));
        commit.open();
        assertEquals(4, Crew.join(first).size());
        assertEquals(List.of("of the next queue"), payloadsOf(queues.jobs().claim(PRINT, 1, HOUR)));
    }

    @ConcurrencyTest
    void SKIP_1_a_claim_of_more_than_there_is_locks_nothing_of_the_next_queue() {
        requires(Feature.SKIP_LOCKED, Feature.CONNECTIONS);
        CallGate gate = new CallGate();
        Queues slow = Queues.of(newNode(NodeOptions.DEFAULT.poolSize(1).wiring(Wiring.DEFAULT.driver(gate))));
        Queues queues = Queues.of(node());
        queues.enqueueMany(2);
        queues.enqueue(NewJob.of(PRINT, "of the next queue"));

        CallGate.Hold commit = gate.shutAtCommit();
        Future<List<Claim>> first = crew().start(() -> slow.claim(10));
        commit.awaitReached();
        assertEquals(List.of("of the next queue"), payloadsOf(queues.jobs().claim(PRINT, 1, HOUR)));
        commit.open();
        assertEquals(2, Crew.join(first).size());
    }

    @Test
    void SKIP_1_a_job_of_a_transaction_that_rolled_back_is_never_claimed() {
        Queues queues = Queues.of(node());

        assertThrows(
                IllegalStateException.class,
                () -> queues.inTransaction(transaction -> {
                    queues.jobs().enqueue(transaction, NewJob.of(MAIL, "never"));
                    throw new IllegalStateException("the work failed");
                }));
        queues.enqueue("committed");

        assertEquals(List.of("committed"), payloadsOf(queues.claim(10)));
    }

    @Test
    void SKIP_1_a_job_of_the_callers_own_transaction_is_there_if_that_commits() {
        requires(Feature.JOINING);
        Queues queues = Queues.of(node());
        Queues joined = new Queues(queues.jobs(), queues.transactions().joined());

        assertTrue(node().inCallersTransaction(Isolation.READ_COMMITTED, () -> joined.enqueue("committed")));
        assertThrows(
                IllegalStateException.class,
                () -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    joined.enqueue("never");
                    throw new IllegalStateException("the caller's work failed");
                }));
        Claim claim = queues.claimOne();
        assertEquals("committed", claim.payload());
        assertEquals(List.of(), queues.claim(1));

        assertThrows(
                IllegalStateException.class,
                () -> node().inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    assertTrue(joined.completeInTransaction(claim));
                    throw new IllegalStateException("the caller's work failed");
                }));
        assertTrue(node().inCallersTransaction(
                        Isolation.READ_COMMITTED, () -> assertTrue(joined.completeInTransaction(claim))));
        assertEquals(0, snapshot().count("job"));
    }

    @ConcurrencyTest
    void SKIP_1_a_job_of_a_transaction_that_commits_late_is_not_skipped_over() {
        requires(Feature.ROW_LOCKS);
        Queues queues = Queues.of(node());
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<JobId> slow = crew().start(() -> queues.enqueue("late"));
        commit.awaitReached();
        queues.enqueue("after it, and committed before it");
        queues.enqueue("the last");

        assertEquals(List.of("after it, and committed before it"), payloadsOf(queues.claim(1)));
        commit.release();
        JobId late = Crew.join(slow);

        assertEquals(List.of("late", "the last"), payloadsOf(queues.claim(10)), "the late one is the oldest: " + late);
    }

    @ConcurrencyTest
    void SKIP_1_many_workers_do_each_of_many_jobs_once_and_nobody_is_a_deadlocks_victim() {
        int jobs = 2_000;
        Recorder calls = new Recorder();
        Queues queues = Queues.of(newNode(NodeOptions.DEFAULT.poolSize(WORKERS).wiring(Wiring.DEFAULT.driver(calls))));
        List<JobId> all = queues.enqueueMany(jobs);
        calls.clear();
        AtomicInteger left = new AtomicInteger(jobs);

        List<JobId> done = byAllWorkers(left, i -> {
            List<Claim> claims = queues.claim(10);
            complete(queues, claims, i);
            return claims;
        });

        assertEquals(all, done, "each job once");
        assertEquals(0, snapshot().count("job"), "none is left");
        assertEquals(List.of(), calls.calls(DriverListener.Kind.ROLLBACK), "nothing had to be run again");
    }

    /** Lets all workers claim at once until none is left; gives what they got, each as often as it was claimed. */
    private List<JobId> byAllWorkers(AtomicInteger left, IntFunction<List<Claim>> claim) {
        return crew()
                .<List<JobId>>atOnce(WORKERS, i -> {
                    List<JobId> mine = new ArrayList<>();
                    Await.until("no job is left", () -> {
                        List<Claim> some = claim.apply(i);
                        mine.addAll(idsOf(some));
                        return left.addAndGet(-some.size()) <= 0;
                    });
                    return mine;
                })
                .stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
    }

    /** Half of the workers finish each job by itself, half all of them in one transaction. */
    private static void complete(Queues queues, List<Claim> claims, int worker) {
        if (worker % 2 == 0) {
            claims.forEach(claim -> assertTrue(queues.jobs().complete(claim), "nobody else can have it"));
        } else if (!claims.isEmpty()) {
            boolean all = queues.inTransaction(transaction ->
                    claims.stream().allMatch(claim -> queues.jobs().complete(transaction, claim)));
            assertTrue(all, "nobody else can have it");
        }
    }

    @Test
    void SKIP_5_claiming_10_of_a_million_jobs_reads_an_index() {
        requires(Feature.QUERY_PLANS);
        int jobs = 1_000_000;
        node();
        closeAtEnd(store().manyJobs(MAIL, jobs));

        ClaimPlan plan = store().claimPlan(MAIL, 10);

        assertTrue(plan.byIndex(), plan::text);
        assertEquals(10, Queues.of(node()).claim(10).size());
    }

    @Test
    void DATA_2_a_payload_comes_back_byte_for_byte() {
        Queues queues = Queues.of(node());
        List<String> payloads = List.of(
                "{\"to\": \"\u00e9 e\u0301 \ud83d\ude00 '\\\"\"}",
                " a blank before and two behind  ",
                "\r\n\t\u0001",
                "x".repeat(NewJob.MAX_PAYLOAD_BYTES));

        payloads.forEach(queues::enqueue);

        assertEquals(payloads, payloadsOf(queues.claim(10)));
    }

    @Test
    void DATA_4_the_limits_of_a_job_are_checked_before_the_store_is_asked() throws Throwable {
        Queues queues = Queues.of(node());
        writesNothing(() -> {
            for (String name : List.of("", "Mail", "mail ", "m\u00e4il", "a".repeat(65))) {
                assertThrows(IllegalArgumentException.class, () -> new QueueName(name), name);
            }
            for (String payload :
                    List.of("", "a\u0000b", "\ud83d", "\ude00 ", "\u00e9".repeat(NewJob.MAX_PAYLOAD_BYTES / 2) + "x")) {
                assertThrows(IllegalArgumentException.class, () -> NewJob.of(MAIL, payload));
            }
            for (Instant due : List.of(Instant.EPOCH.minusNanos(1), Instant.MAX, Instant.MIN)) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> NewJob.of(MAIL, "x").due(due));
            }
            for (int limit : List.of(Integer.MIN_VALUE, -1, 0, 1_001, Integer.MAX_VALUE)) {
                assertThrows(IllegalArgumentException.class, () -> queues.claim(limit));
            }
        });
    }
}
