package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Children that are inserted under a parent. */
public abstract class ParentRules extends Rules {

    private static final int WRITERS = 16;
    private static final int FAR_LINE = 100;

    @ConcurrencyTest
    void PARENT_1_concurrent_children_leave_the_total_their_sum() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();

        crew().atOnce(WRITERS, i -> {
            long amount = 1L + i;
            while (true) {
                long seen = permits.current().revision().value();
                Outcome outcome = permits.commands().addFee(plain("fee-" + i, SUPERVISOR, seen), "line", amount);
                if (outcome instanceof Outcome.Applied) {
                    return i;
                }
            }
        });

        PermitCase parent = permits.current();
        List<FeeLine> children = store().feeLines(CASE);
        long sum = LongStream.rangeClosed(1, WRITERS).sum();
        assertEquals(sum, children.stream().mapToLong(FeeLine::amountCents).sum());
        assertEquals(sum, parent.feeTotalCents());
        assertEquals(WRITERS, parent.feeLines());
        assertEquals(new Revision(IN_REVIEW + WRITERS), parent.revision());
        assertEquals(
                LongStream.rangeClosed(1, WRITERS).boxed().toList(),
                children.stream().map(line -> (long) line.number()).toList());
        assertEffects(WRITERS, before);
    }

    @ConcurrencyTest
    void PARENT_2_a_child_of_a_locked_parent_waits_only_where_the_engine_has_no_lock_for_it() {
        requires(Feature.FOREIGN_KEYS);
        Permits permits = permits();
        permits.putInReview();
        Stop write = steps.stopAt(Step.WRITE_AGGREGATE);
        Future<Outcome> command =
                crew().start(() -> permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), "line", 5));
        write.awaitReached();

        try (RawSession child = store().rawSession()) {
            Future<Boolean> insert = crew().start(() -> {
                child.insertFee(CASE, FAR_LINE, 7);
                return true;
            });
            if (node().adapter().capabilities().childInsertWaits()) {
                awaitBlocked(1);
            } else {
                Crew.join(insert);
                assertEquals(0, store().blockedSessions(), "the child did not wait for the holder of its parent");
            }
            write.release();
            assertApplied(Crew.join(command));
            Crew.join(insert);
            child.commit();
        }

        assertEquals(List.of(), observed.retries(), "no deadlock");
        assertEquals(
                List.of(5L, 7L),
                store().feeLines(CASE).stream().map(FeeLine::amountCents).toList());
    }

    @ConcurrencyTest
    void PARENT_2_a_command_on_the_parent_of_an_uncommitted_child_waits_only_there_too() {
        requires(Feature.FOREIGN_KEYS);
        Permits permits = permits();
        permits.putInReview();

        try (RawSession child = store().rawSession()) {
            child.insertFee(CASE, FAR_LINE, 7);
            Future<Outcome> command =
                    crew().start(() -> permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), "line", 5));
            if (node().adapter().capabilities().childInsertWaits()) {
                awaitBlocked(1);
            } else {
                assertApplied(Crew.join(command));
            }
            child.commit();
            assertApplied(Crew.join(command));
        }

        assertEquals(List.of(), observed.retries(), "no deadlock");
        assertEquals(2, store().feeLines(CASE).size());
    }
}
