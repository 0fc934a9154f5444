package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.crash.ChildJvm;
import dev.referee.acceptance.crash.Contest;
import dev.referee.acceptance.crash.Contestant;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.domain.permit.FeeLine;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;

/** Two JVMs compete for a lock; one is killed while it holds it, and the other goes on. */
@Timeout(300)
public abstract class TwoProcessRules extends Rules {

    private static final int ROUNDS_OF_THE_OTHER = 20;
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

    /** Returns how many rounds were played to their end, by both. */
    private int compete(Contest contest) {
        durableStore();
        Entrance entrance = entrance();
        accounts().open(op("open"), OWNER, Contest.ACCOUNT, 0).orElseThrow();
        permits().putInReview();
        Node node = newNode(NodeOptions.DEFAULT);
        int ofTheOther = 0;
        int own;
        try (ChildJvm other = ChildJvm.running(Contestant.class, entrance.opener(), entrance.where(), contest.name())) {
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
            String line = other.awaitLine();
            while (!line.equals(Contestant.HELD)) {
                assertEquals(Contestant.ROUND, line);
                ofTheOther++;
                line = other.awaitLine();
            }
            awaitBlocked(here);
            assertFalse(here.isDone());
            stop.set(true);
            other.kill();
            own = Crew.join(here);
        }
        assertTrue(own > 0, "the other process was to go on");
        contest.round(node);
        return ofTheOther + own + 1;
    }

    private Entrance entrance() {
        requires(Feature.DURABILITY, Feature.SEVERAL_PROCESSES);
        return store().entrance();
    }

    private long cents() {
        return Transactions.over(node().adapter())
                .run(LIMIT, tx -> tx.read(node().accounts(), Contest.ACCOUNT).orElseThrow())
                .cents();
    }
}
