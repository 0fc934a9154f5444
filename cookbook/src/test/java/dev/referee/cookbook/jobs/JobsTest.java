package dev.referee.cookbook.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.cookbook.naive.NaiveJobs;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several workers take jobs from one queue. */
class JobsTest extends RecipeTest {

    private static final LeaseTime LONG = LeaseTime.of(Duration.ofMinutes(1));
    private static final LeaseTime SHORT = LeaseTime.of(Duration.ofMillis(50));

    private final long number = Kitchen.fresh();
    private final QueueName queue = new QueueName("reports-" + number);

    private Reports reports(Renderer renderer) {
        return reports(kitchen.adapter(), transactions(), renderer);
    }

    private Reports reports(Adapter adapter, Transactions transactions, Renderer renderer) {
        return new Reports(
                transactions,
                kitchen.choose(new SqlReports(), InMemoryReports.STORE),
                Jobs.over(adapter),
                queue,
                renderer);
    }

    private List<ReportId> ask(int reports) {
        return IntStream.range(0, reports)
                .mapToObj(i -> new ReportId(Kitchen.fresh()))
                .peek(reports(id -> "")::ask)
                .toList();
    }

    @ConcurrencyTest
    void naive_two_workers_do_one_job() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        NaiveJobs naive = new NaiveJobs(kitchen.pool(), id -> Crew.awaitAll(bothHaveRead));
        naive.add(number, Kitchen.fresh());
        naive.add(number, Kitchen.fresh());

        List<Optional<Long>> done = crew.atOnce(2, i -> naive.workOnNext(number));

        long times = kitchen.ask("SELECT SUM(times) FROM naive_job WHERE queue = " + number);
        long different = kitchen.ask("SELECT COUNT(*) FROM naive_job WHERE done = 1 AND queue = " + number);
        assertEquals(1, different);
        assertEquals(kitchen.permitsLostUpdates() ? 2 : 1, times);
        assertEquals(times, done.stream().flatMap(Optional::stream).count());
    }

    @ConcurrencyTest
    void two_workers_do_two_jobs_side_by_side() {
        List<ReportId> asked = ask(2);
        CyclicBarrier bothAreAtWork = new CyclicBarrier(2);
        Reports reports = reports(id -> {
            Crew.awaitAll(bothAreAtWork);
            return "report " + id.number();
        });

        List<Integer> finished = crew.atOnce(2, i -> {
            while (true) {
                int one = reports.work(1, LONG);
                if (one > 0) {
                    return one;
                }
            }
        });

        assertEquals(List.of(1, 1), finished);
        for (ReportId id : asked) {
            assertEquals(
                    Report.asked(id).rendered("report " + id.number()),
                    reports.find(id).orElseThrow());
        }
    }

    @ConcurrencyTest
    void a_worker_that_is_too_slow_changes_nothing() {
        ReportId id = ask(1).get(0);
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Reports slow = reports(report -> {
            atWork.countDown();
            Crew.awaitAll(goOn);
            return "by the slow worker";
        });
        Reports quick = reports(report -> "by the quick worker");

        Future<Integer> first = crew.start(() -> slow.work(1, SHORT));
        Crew.awaitAll(atWork);
        Await.until("the claim ran out and was taken over", () -> quick.work(1, LONG) == 1);
        goOn.countDown();

        assertEquals(0, Crew.join(first));
        assertEquals(
                Report.asked(id).rendered("by the quick worker"), quick.find(id).orElseThrow());
        assertEquals(0, quick.work(1, LONG), "nothing is left");
    }

    @Test
    void a_job_that_fails_is_done_later_and_holds_up_nobody() {
        List<ReportId> asked = ask(2);
        Reports reports = reports(id -> {
            if (id.equals(asked.get(0))) {
                throw new IllegalStateException("no data yet");
            }
            return "report";
        });

        assertEquals(1, reports.work(2, LONG));
        assertEquals(0, reports.work(2, LONG), "the failed one is not due yet");
        assertEquals(Report.asked(asked.get(0)), reports.find(asked.get(0)).orElseThrow());
        assertEquals(
                Optional.of("report"), reports.find(asked.get(1)).orElseThrow().text());
    }

    @Test
    void a_job_whose_end_fails_strands_no_other_of_its_claim() {
        Jobs jobs = Jobs.over(kitchen.adapter());
        transactions().run(Duration.ofSeconds(5), t -> {
            jobs.enqueue(t, NewJob.of(queue, Long.toString(Kitchen.fresh()))); // of no report
            return jobs.enqueue(t, NewJob.of(queue, "no number"));
        });
        List<ReportId> asked = ask(2);

        Reports reports = reports(id -> "report");
        assertEquals(2, reports.work(4, LONG));

        asked.forEach(id -> assertEquals(
                Optional.of("report"), reports.find(id).orElseThrow().text()));
        assertEquals(0, reports.work(4, LONG), "the failed ones are not due yet");
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new ReportId(0));
        assertThrows(InvalidValue.class, () -> new QueueName("No Such"));
        assertThrows(InvalidValue.class, () -> reports(id -> "").work(0, LONG));
        assertThrows(InvalidValue.class, () -> reports(id -> "").work(-1, LONG));
    }

    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_does_jobs_again_and_again() {
        Storm storm = kitchen.storm();
        Runnable firstRound = storm.firstRound();
        NaiveJobs naive = new NaiveJobs(kitchen.pool(), id -> firstRound.run());
        crew.atOnce(storm.threads(), thread -> {
            IntStream.range(0, storm.operations() / storm.threads()).forEach(i -> naive.add(number, Kitchen.fresh()));
            return thread;
        });

        Storm.Result result = storm.blow(
                crew, (thread, n) -> naive.workOnNext(number).isPresent() ? Storm.End.DONE : Storm.End.REFUSED);

        long different = kitchen.ask("SELECT COUNT(*) FROM naive_job WHERE done = 1 AND queue = " + number);
        long again = result.done() - different;
        Measured.storm("jobs, naive", engine, storm, result, again);
        assertDamage(storm, result, again);
    }

    @ConcurrencyTest
    @Tag("storm")
    void storm_does_each_job_once() {
        Storm storm = kitchen.storm();
        Map<ReportId, LongAdder> rendered = new ConcurrentHashMap<>();
        LongAdder finished = new LongAdder();
        Reports reports = reports(id -> {
            rendered.computeIfAbsent(id, i -> new LongAdder()).increment();
            return "report " + id.number();
        });
        crew.atOnce(
                storm.threads(),
                thread -> ask(storm.operations() / storm.threads()).size());

        long startedAt = System.nanoTime();
        crew.atOnce(storm.threads(), thread -> {
            while (finished.sum() < storm.operations()) {
                finished.add(reports.work(10, LONG));
            }
            return thread;
        });

        Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
        long again =
                rendered.values().stream().mapToLong(times -> times.sum() - 1).sum();
        Measured.storm("jobs", engine, storm, new Storm.Result(finished.sum(), 0, took), again);
        assertEquals(storm.operations(), finished.sum());
        assertEquals(storm.operations(), rendered.size());
        assertEquals(0, again);
        rendered.keySet()
                .forEach(id -> assertEquals(
                        2, reports.find(id).orElseThrow().revision().value()));
        assertEquals(0, reports.work(10, LONG));
    }

    @Test
    void round_trips() {
        countRoundTrips("jobs, claim one and finish it", 9, 16, adapter -> {
            ask(10);
            Reports reports = reports(adapter, Transactions.over(adapter), id -> "report");
            return () -> assertEquals(1, reports.work(1, LONG));
        });
    }
}
