package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.VirtualThreads;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.FailedHandler;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.idempotency.NotJson;
import dev.referee.application.idempotency.ResultNotRecorded;
import dev.referee.application.idempotency.ResultRejected;
import dev.referee.application.idempotency.StaleExpectation;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a store makes of actions: the order of their steps, and who runs them. */
public abstract class IdempotentActionRules extends IdempotencyTools {

    private static final int CALLERS = 16;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration LONG_QUEUE = Duration.ofSeconds(100);
    private static final Action ACTION = Action.of(KEY, PAY);
    private static final Refusal NO = Refusal.of("not-authorized", "You may not do that.");

    /** How often a handler was run. */
    private final AtomicInteger runs = new AtomicInteger();

    private ActionResult run(ActionResult result) {
        runs.incrementAndGet();
        return result;
    }

    private IdempotentActions actions() {
        return IdempotentActions.over(claims()).timeToLive(LONG).build();
    }

    /** Actions of so many nodes, whose callers wait. */
    private List<IdempotentActions> patientNodes(int nodes) {
        return claimsOfNodes(nodes, 4).stream()
                .map(store -> IdempotentActions.over(store)
                        .timeToLive(LONG)
                        .waitUpTo(WAIT)
                        .build())
                .toList();
    }

    @Test
    void CLAIM_5_what_an_action_gives_comes_back_with_equal_bytes() {
        IdempotentActions elsewhere = IdempotentActions.over(
                        newNode(NodeOptions.DEFAULT).idempotency())
                .build();
        List<@Nullable Object> values = Arrays.asList(
                null, false, 0, "", List.of(), Map.of(), 0.1f, "\u00e9\ud83d\ude00", List.of(Map.of("b", 1)));
        for (Object value : values) {
            Action action = Action.of(key("value-" + values.indexOf(value)), PAY);
            ActionResult expected = ActionResult.of(value);

            assertEquals(new ActionAnswer.Ran(expected), actions().run(action, () -> run(expected)));
            assertEquals(new ActionAnswer.Replayed(expected), elsewhere.run(action, () -> run(OTHER)));
        }
        assertEquals(values.size(), runs.get());
    }

    @Test
    void CLAIM_5_what_is_no_json_is_not_stored_and_the_action_is_not_run_again() {
        Action action = ACTION.whenHandlerFails(FailedHandler.RELEASE);
        for (Object value : List.of(Double.NaN, LocalDate.EPOCH, new int[0], Optional.empty())) {
            ResultRejected rejected = assertThrows(
                    ResultRejected.class,
                    () -> actions().run(action, () -> {
                        runs.incrementAndGet();
                        return ActionResult.of(Map.of("lines", List.of(1, value)));
                    }));

            assertEquals(
                    "$.lines[1]",
                    assertInstanceOf(NotJson.class, rejected.getCause()).path());
            assertPending(actions().run(action, () -> run(DONE)));
            advance(LONG);
        }
        assertEquals(4, runs.get());
    }

    private void assertPending(ActionAnswer answer) {
        assertPending(
                LONG,
                new ClaimAnswer.Pending(
                        assertInstanceOf(ActionAnswer.Pending.class, answer).left()));
    }

    @Test
    void CLAIM_6_an_action_that_took_longer_than_its_claim_says_that_it_is_lost() {
        ResultNotRecorded lost = assertThrows(
                ResultNotRecorded.class,
                () -> actions().run(ACTION, () -> {
                    advance(LONG);
                    return run(DONE);
                }));

        assertTrue(lost.lost());
        assertEquals(Optional.of(DONE), lost.result());
        assertEquals(1, runs.get(), "not run again by the same call");
        assertEquals(new ActionAnswer.Ran(OTHER), actions().run(ACTION, () -> run(OTHER)), "the key is new");
    }

    @Test
    void CLAIM_6_the_result_of_whoever_took_over_stands() {
        IdempotentActions elsewhere = IdempotentActions.over(
                        newNode(NodeOptions.DEFAULT).idempotency())
                .build();
        ResultNotRecorded lost = assertThrows(
                ResultNotRecorded.class,
                () -> actions().run(ACTION, () -> {
                    advance(LONG);
                    assertEquals(new ActionAnswer.Ran(OTHER), elsewhere.run(ACTION, () -> run(OTHER)));
                    return run(DONE);
                }));

        assertTrue(lost.lost());
        assertEquals(new ActionAnswer.Replayed(OTHER), actions().run(ACTION, () -> run(DONE)));
        assertEquals(2, runs.get());
    }

    @Test
    void CLAIM_10_a_refused_call_writes_nothing_in_any_state_of_the_key_and_is_told_nothing_of_it() throws Throwable {
        Action unauthorised = ACTION.authorisedBy(() -> Optional.of(NO));
        Action stale = ACTION.expecting(new Revision(3), () -> new Revision(4));
        refusedAlike(unauthorised, stale);
        actions().run(ACTION, () -> {
            refusedAlike(unauthorised, stale);
            return DONE;
        });
        refusedAlike(unauthorised, stale);
        Action anothers = Action.of(KEY, REFUND);
        refusedAlike(
                anothers.authorisedBy(() -> Optional.of(NO)),
                anothers.expecting(new Revision(3), () -> new Revision(4)));
        assertEquals(0, runs.get());
    }

    private void refusedAlike(Action unauthorised, Action stale) {
        writingNothing(() -> {
            assertEquals(new ActionAnswer.Refused(NO), actions().run(unauthorised, () -> run(DONE)));
            assertEquals(
                    new ActionAnswer.Refused(new StaleExpectation(new Revision(3), new Revision(4))),
                    actions().run(stale, () -> run(DONE)));
            return true;
        });
    }

    @Test
    void CLAIM_10_authorisation_comes_before_the_revision_and_both_before_the_key() {
        Action action = ACTION.expecting(Revision.FIRST, () -> Revision.NONE).authorisedBy(() -> Optional.of(NO));

        assertEquals(new ActionAnswer.Refused(NO), actions().run(action, () -> run(DONE)));
        assertEquals(
                new ActionAnswer.Ran(DONE),
                actions()
                        .run(
                                ACTION.expecting(Revision.FIRST, () -> Revision.FIRST)
                                        .authorisedBy(Optional::empty),
                                () -> run(DONE)),
                "a refusal is not kept");
        assertEquals(
                new ActionAnswer.Refused(new StaleExpectation(Revision.FIRST, new Revision(2))),
                actions().run(ACTION.expecting(Revision.FIRST, () -> new Revision(2)), () -> run(DONE)),
                "a replay is checked like a first call");
        assertEquals(1, runs.get());
    }

    @ConcurrencyTest
    void CLAIM_1_of_n_callers_at_once_on_two_nodes_one_runs_the_action_and_all_get_its_result() {
        List<IdempotentActions> nodes = patientNodes(2);

        List<ActionAnswer> answers = crew().atOnce(
                        CALLERS, i -> nodes.get(i % 2).run(ACTION, () -> run(ActionResult.of(Map.of("caller", i)))));

        assertEquals(1, runs.get());
        assertEquals(
                1, answers.stream().filter(ActionAnswer.Ran.class::isInstance).count());
        assertEquals(
                CALLERS - 1L,
                answers.stream().filter(ActionAnswer.Replayed.class::isInstance).count());
        assertEquals(1, new HashSet<>(results(answers)).size(), answers::toString);
    }

    @ConcurrencyTest
    void CLAIM_1_a_thousand_virtual_threads_wait_for_ten_actions_on_a_pool_of_four() {
        VirtualThreads.require();
        IdempotentActions actions = IdempotentActions.over(
                        newNode(NodeOptions.DEFAULT.poolSize(4).poolTimeout(LONG_QUEUE))
                                .idempotency())
                .waitUpTo(IdempotentActions.LONGEST_WAIT)
                .build();
        // Classes are loaded and initialized by these, which keeps a carrier, once.
        VirtualThreads.run(10, i -> asked(actions, "warm-" + i % 5));
        runs.set(0);

        List<String> pinned = VirtualThreads.run(1_000, i -> asked(actions, "key-" + i % 10));

        assertEquals(10, runs.get());
        if (VirtualThreads.canWaitInMonitors()) {
            assertEquals(List.of(), pinned, "waits that kept a carrier");
        }
    }

    private Callable<Void> asked(IdempotentActions actions, String key) {
        return () -> {
            assertEquals(
                    Optional.of(DONE),
                    actions.run(Action.of(key(key), PAY), () -> run(DONE)).given());
            return null;
        };
    }

    private static List<ActionResult> results(List<ActionAnswer> answers) {
        return answers.stream()
                .map(ActionAnswer::given)
                .flatMap(Optional::stream)
                .toList();
    }

    @ConcurrencyTest
    void CLAIM_2_a_handler_that_fails_and_releases_is_followed_by_one_after_the_other_until_one_succeeds() {
        int failures = 3;
        List<IdempotentActions> nodes = patientNodes(2);
        Action action = ACTION.whenHandlerFails(FailedHandler.RELEASE);

        List<Optional<ActionAnswer>> answers = crew().atOnce(CALLERS, i -> {
            try {
                return Optional.of(nodes.get(i % 2).run(action, () -> {
                    if (runs.incrementAndGet() <= failures) {
                        throw new RolledBack();
                    }
                    return DONE;
                }));
            } catch (RolledBack e) {
                return Optional.empty();
            }
        });

        assertEquals(failures + 1, runs.get());
        List<ActionAnswer> given = answers.stream().flatMap(Optional::stream).toList();
        assertEquals(CALLERS - failures, results(given).size(), given::toString);
        assertEquals(
                1, given.stream().filter(ActionAnswer.Ran.class::isInstance).count());
    }

    private static final class RolledBack extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ConcurrencyTest
    void CLAIM_3_those_who_wait_when_a_claim_ends_run_the_action_once_more_between_them() {
        List<IdempotentActions> nodes = patientNodes(2);
        acquired();
        List<Future<ActionAnswer>> callers =
                crew().startAtOnce(CALLERS, i -> nodes.get(i % 2).run(ACTION, () -> run(DONE)));

        advance(LONG);

        List<ActionAnswer> answers = Crew.join(callers);
        assertEquals(1, runs.get());
        assertEquals(CALLERS, results(answers).size(), answers::toString);
    }

    @ConcurrencyTest
    void CLAIM_4_while_an_action_runs_another_one_under_its_key_is_a_mismatch_and_does_not_wait() {
        IdempotentActions one = patientNodes(1).get(0);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<ActionAnswer> runner = crew().start(() -> one.run(ACTION, () -> {
            running.countDown();
            Crew.awaitAll(end);
            return run(DONE);
        }));
        Crew.awaitAll(running);

        assertEquals(new ActionAnswer.Mismatch(), one.run(Action.of(KEY, REFUND), () -> run(OTHER)));
        end.countDown();

        assertEquals(new ActionAnswer.Ran(DONE), Crew.join(runner));
        assertEquals(new ActionAnswer.Mismatch(), actions().run(Action.of(KEY, REFUND), () -> run(OTHER)));
        assertEquals(1, runs.get());
    }

    @Test
    void CLAIM_1_keys_of_other_namespaces_are_other_actions() {
        List<ActionAnswer> answers = Stream.of("suite", "suite.b", "suite-b")
                .map(namespace -> Action.of(IdempotencyKey.of(namespace, KEY.key()), PAY))
                .map(action -> actions().run(action, () -> run(DONE)))
                .toList();

        answers.forEach(answer -> assertInstanceOf(ActionAnswer.Ran.class, answer));
        assertEquals(3, runs.get());
    }
}
