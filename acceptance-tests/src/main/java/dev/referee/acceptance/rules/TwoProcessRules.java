package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.crash.ChildJvm;
import dev.referee.acceptance.crash.Contest;
import dev.referee.acceptance.crash.Contestant;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.NewJob;
import dev.referee.domain.permit.FeeLine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;

/** Two JVMs compete for a lock; one is killed while it holds it, and the other goes on. */
@Timeout(300)
public abstract class TwoProcessRules extends Rules {

    private static final int ROUNDS_OF_THE_OTHER = 20;
    private static final int JOBS = 100;
    private static final int LEASES = 5;
    private static final LeaseTime SHORT = LeaseTime.of(Duration.ofSeconds(1));
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @ConcurrencyTest
    void ROW_3_the_other_process_goes_on_when_the_holder_of_a_row_is_killed() {
        int rounds = compete(Contest.ROW);

        assertEquals(rounds, cents());
    }

    @ConcurrencyTest
    void OPT_2_the_other_process_goes_on_when_a_writer_is_killed() {
        int rounds = compete(Contest.VERSION);

        assertEquals(rounds, cents());
    }

    @ConcurrencyTest
    void PARENT_1_the_other_process_goes_on_when_the_holder_of_a_parent_is_killed() {
        int rounds = compete(Contest.PARENT);

        assertEquals(
                rounds,
                store().feeLines(Contest.CASE).stream()
                        .mapToLong(FeeLine::amountCents)
                        .sum());
        assertEquals(rounds, new Permits(node(), engine().build()).current().feeTotalCents());
    }

    @ConcurrencyTest
    void ADV_3_the_other_process_goes_on_when_the_holder_of_a_name_is_killed() {
        int rounds = compete(Contest.ADVISORY);

        assertEquals(rounds, cents());
    }

    @ConcurrencyTest
    void UNIQUE_1_the_other_process_has_the_value_of_one_that_is_killed_before_its_commit() {
        int rounds = compete(Contest.UNIQUE);

        assertEquals(rounds, cents());
        assertEquals(rounds, snapshot().count("member"));
    }

    @ConcurrencyTest
    void SKIP_3_the_other_process_takes_over_the_claim_of_one_that_is_killed() {
        begin();
        Jobs jobs = Jobs.over(node().adapter());
        for (int i = 0; i < JOBS; i++) {
            enqueue(jobs);
        }
        try (ChildJvm other = contestant(Contest.CLAIM)) {
            for (int i = 0; i < ROUNDS_OF_THE_OTHER; i++) {
                other.awaitLine(Contestant.ROUND);
                Contest.CLAIM.round(node());
            }
            other.tell(Contestant.HOLD);
            // Whatever is left by now, there is one for it.
            enqueue(jobs);
            awaitHeld(other);
            for (int i = 0; i < JOBS; i++) {
                Contest.CLAIM.round(node());
            }
            other.kill();
        }
        assertEquals(List.of(), jobs.claim(Contest.QUEUE, 1, SHORT), "all but the killed one's");
        assertEquals(JOBS, cents());

        store().expireClaims();
        Contest.CLAIM.round(node());

        assertEquals(JOBS + 1, cents());
        assertEquals(List.of(), jobs.claim(Contest.QUEUE, 1, SHORT));
    }

    @ConcurrencyTest
    void LEASE_2_the_other_process_has_the_lease_of_one_that_is_killed_when_its_time_is_over() {
        begin();
        int rounds = 0;
        try (ChildJvm other = contestant(Contest.LEASE)) {
            other.awaitLine(Contestant.ROUND);
            rounds++;
            for (int i = 0; i < LEASES; i++) {
                Contest.LEASE.round(node());
                rounds++;
            }
            other.tell(Contestant.HOLD);
            rounds += awaitHeld(other);
            other.kill();
        }
        Contest.LEASE.round(node());

        assertEquals(rounds + 1, cents());
    }

    private void enqueue(Jobs jobs) {
        Transactions.over(node().adapter()).run(LIMIT, tx -> jobs.enqueue(tx, NewJob.of(Contest.QUEUE, "one more")));
    }

    private void begin() {
        durableStore();
        requires(Feature.DURABILITY, Feature.SEVERAL_PROCESSES);
        accounts().open(op("open"), OWNER, Contest.ACCOUNT, 0).orElseThrow();
        permits().putInReview();
    }

    private ChildJvm contestant(Contest contest) {
        Entrance entrance = store().entrance();
        return ChildJvm.running(Contestant.class, entrance.opener(), entrance.where(), contest.name());
    }

    /** Returns how many rounds it has still played to their end. */
    private static int awaitHeld(ChildJvm other) {
        int rounds = 0;
        for (String line = other.awaitLine(); !line.equals(Contestant.HELD); line = other.awaitLine()) {
            assertEquals(Contestant.ROUND, line);
            rounds++;
        }
        return rounds;
    }

    /** Returns how many rounds were played to their end, by both. */
    private int compete(Contest contest) {
        begin();
        Node node = newNode(NodeOptions.DEFAULT);
        int ofTheOther = 0;
        int own;
        try (ChildJvm other = contestant(contest)) {
            other.awaitLine(Contestant.ROUND);
            ofTheOther++;
            AtomicBoolean stop = new AtomicBoolean();
            Future<Integer> here = crew().start(() -> {
                int rounds = 0;
                while (!stop.get()) {
                    contest.round(node);
                    rounds++;
                }
                return rounds;
            });
            for (; ofTheOther < ROUNDS_OF_THE_OTHER; ofTheOther++) {
                other.awaitLine(Contestant.ROUND);
            }
            other.tell(Contestant.HOLD);
            ofTheOther += awaitHeld(other);
            awaitBlocked(here);
            stop.set(true);
            other.kill();
            own = Crew.join(here);
        }
        assertTrue(own > 0, "the other process was to go on");
        contest.round(node);
        return ofTheOther + own + 1;
    }

    private long cents() {
        return Transactions.over(node().adapter())
                .run(LIMIT, tx -> tx.read(node().accounts(), Contest.ACCOUNT).orElseThrow())
                .cents();
    }
}
