package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotentActionsTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("refund", "4711");
    private static final ActionDigest DIGEST = ActionDigest.ofBytes(new byte[] {1});
    private static final Action ACTION = Action.of(KEY, DIGEST);
    private static final ActionResult SEVEN = ActionResult.ofJson("7");
    private static final Refusal NO = Refusal.of("no", "No.");
    private static final ActionHandler<RuntimeException> NEVER = () -> {
        throw new AssertionError("must not run");
    };

    private final ScriptedClaims store = new ScriptedClaims();
    private final List<String> happened = new ArrayList<>();
    private final IdempotentActions actions = IdempotentActions.over(store).build();

    private ActionHandler<RuntimeException> gives(ActionResult result) {
        return () -> {
            happened.add("run");
            return result;
        };
    }

    private Runnable noted(String what) {
        return () -> happened.add(what);
    }

    private static Runnable failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    @Test
    void CLAIM_10_the_order_is_authorise_check_the_revision_claim_run_record() {
        Action action = ACTION.expecting(Revision.FIRST, () -> {
                    happened.add("revision");
                    return Revision.FIRST;
                })
                .authorisedBy(() -> {
                    happened.add("authorise");
                    return Optional.empty();
                });
        store.before.add(noted("claim"));
        store.before.add(noted("record"));

        assertEquals(new ActionAnswer.Ran(SEVEN), actions.run(action, gives(SEVEN)));
        assertEquals(List.of("authorise", "revision", "claim", "run", "record"), happened);

        happened.clear();
        store.before.add(noted("claim"));
        assertEquals(new ActionAnswer.Replayed(SEVEN), actions.run(action, NEVER));
        assertEquals(List.of("authorise", "revision", "claim"), happened);
    }

    @Test
    void CLAIM_10_a_refused_call_does_not_touch_the_store() {
        Action action = ACTION.expecting(new Revision(3), () -> new Revision(4));

        assertEquals(
                new ActionAnswer.Refused(new StaleExpectation(new Revision(3), new Revision(4))),
                actions.run(action, NEVER));
        assertEquals(new ActionAnswer.Refused(NO), actions.run(action.authorisedBy(() -> Optional.of(NO)), NEVER));
        assertEquals(new ActionAnswer.Refused(NO), actions.run(ACTION.expecting(() -> Optional.of(NO)), NEVER));
        assertEquals(List.of(), store.calls);
    }

    @Test
    void CLAIM_10_a_check_that_fails_goes_up_and_the_store_is_not_touched() {
        IllegalStateException broken = new IllegalStateException("broken");
        Action action = ACTION.authorisedBy(() -> {
            throw broken;
        });

        assertSame(broken, assertThrows(IllegalStateException.class, () -> actions.run(action, NEVER)));
        assertEquals(List.of(), store.calls);
    }

    @Test
    void CLAIM_10_a_replay_is_authorised_too() {
        actions.run(ACTION, gives(SEVEN));
        store.calls.clear();

        assertEquals(new ActionAnswer.Refused(NO), actions.run(ACTION.authorisedBy(() -> Optional.of(NO)), NEVER));
        assertEquals(List.of(), store.calls);
    }

    @Test
    void checks_are_asked_in_their_order_until_one_refuses() {
        Action action = ACTION.authorisedBy(() -> Optional.empty())
                .authorisedBy(() -> Optional.of(NO))
                .authorisedBy(() -> {
                    throw new AssertionError("asked after a refusal");
                });

        assertEquals(new ActionAnswer.Refused(NO), actions.run(action, NEVER));
    }

    @Test
    void CLAIM_9_a_failure_at_the_claim_goes_up_and_nothing_is_run() {
        StoreFailure failure = ScriptedClaims.failure(FailureKind.CONNECTION_LOST);
        store.before.add(failing(failure));
        assertSame(failure, assertThrows(StoreFailure.class, () -> actions.run(ACTION, NEVER)));

        store.after.add(failing(failure));
        assertSame(failure, assertThrows(StoreFailure.class, () -> actions.run(ACTION, NEVER)));
        assertEquals(List.of("claim", "claim"), store.calls, "a claim is not repeated: it could be one's own");
    }

    @Test
    void CLAIM_9_a_transaction_of_the_thread_goes_up_and_nothing_is_run() {
        store.before.add(failing(new TransactionAlreadyActive()));
        assertThrows(TransactionAlreadyActive.class, () -> actions.run(ACTION, NEVER));
    }

    @Test
    void a_key_of_another_action_is_a_mismatch_in_every_state() {
        ActionHandler<RuntimeException> meanwhile = () -> {
            assertEquals(
                    new ActionAnswer.Mismatch(), actions.run(Action.of(KEY, ActionDigest.ofBytes(new byte[0])), NEVER));
            return SEVEN;
        };
        actions.run(ACTION, meanwhile);
        assertEquals(
                new ActionAnswer.Mismatch(), actions.run(Action.of(KEY, ActionDigest.ofBytes(new byte[0])), NEVER));
    }

    @Test
    void pending_is_answered_at_once_unless_waiting_was_asked_for() {
        store.claimElsewhere(DIGEST, Duration.ofHours(1));

        ActionAnswer answer = actions.run(ACTION, NEVER);

        Duration left = assertInstanceOf(ActionAnswer.Pending.class, answer).left();
        assertTrue(left.compareTo(Duration.ofMinutes(59)) > 0, left::toString);
        assertEquals(List.of("claim"), store.calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "false", "0", "\"\"", "[]", "{}", "{\"b\": 1.50, \"a\":[null]}"})
    void CLAIM_5_a_result_is_replayed_byte_for_byte(String json) {
        ActionAnswer first = actions.run(ACTION, () -> ActionResult.ofJson(json));
        ActionAnswer second = actions.run(ACTION, NEVER);

        assertEquals(json, first.given().orElseThrow().text());
        assertEquals(json, second.given().orElseThrow().text());
        assertInstanceOf(ActionAnswer.Replayed.class, second);
    }

    @Test
    void a_handler_that_fails_leaves_its_key_pending_and_its_exception_goes_up_unchanged() {
        Exception failure = new Exception("checked");
        Exception thrown = assertThrows(
                Exception.class,
                () -> actions.run(ACTION, () -> {
                    throw failure;
                }));

        assertSame(failure, thrown);
        assertEquals(0, thrown.getSuppressed().length);
        assertInstanceOf(ActionAnswer.Pending.class, actions.run(ACTION, NEVER));
        assertEquals(0, store.count("release"));
    }

    @Test
    void the_handlers_exception_is_a_checked_one_of_its_own_type() {
        String caught = "nothing";
        try {
            actions.run(ACTION, this::declared);
        } catch (Declared e) {
            caught = e.getMessage();
        }
        assertEquals("declared", caught);
    }

    private ActionResult declared() throws Declared {
        throw new Declared();
    }

    private static final class Declared extends Exception {
        private static final long serialVersionUID = 1L;

        Declared() {
            super("declared");
        }
    }

    @Test
    void a_handler_that_fails_releases_its_key_if_that_was_settled() {
        IdempotentActions releasing = IdempotentActions.over(store)
                .whenHandlerFails(FailedHandler.RELEASE)
                .build();
        fails(releasing, ACTION);
        assertEquals(new ActionAnswer.Ran(SEVEN), releasing.run(ACTION, gives(SEVEN)));

        store.expire();
        fails(actions, ACTION.whenHandlerFails(FailedHandler.RELEASE));
        assertFalse(store.isLive());

        fails(releasing, ACTION.whenHandlerFails(FailedHandler.KEEP));
        assertTrue(store.isLive());
    }

    private void fails(IdempotentActions by, Action action) {
        assertThrows(
                UnsupportedOperationException.class,
                () -> by.run(action, () -> {
                    throw new UnsupportedOperationException("failed");
                }));
    }

    @Test
    void after_an_error_the_key_is_kept_whatever_was_settled() {
        StackOverflowError error = new StackOverflowError();
        Action action = ACTION.whenHandlerFails(FailedHandler.RELEASE);

        assertSame(
                error,
                assertThrows(
                        StackOverflowError.class,
                        () -> actions.run(action, () -> {
                            throw error;
                        })));
        assertInstanceOf(ActionAnswer.Pending.class, actions.run(action, NEVER));
    }

    @Test
    void a_release_that_fails_is_suppressed_and_one_that_lost_its_reply_is_repeated() {
        Action action = ACTION.whenHandlerFails(FailedHandler.RELEASE);
        StoreFailure gone = ScriptedClaims.failure(FailureKind.UNAVAILABLE);
        store.before.add(() -> {});
        store.before.add(failing(gone));
        Exception failure = new Exception("handler");
        Exception thrown = assertThrows(
                Exception.class,
                () -> actions.run(action, () -> {
                    throw failure;
                }));
        assertSame(failure, thrown);
        assertEquals(List.of(gone), List.of(thrown.getSuppressed()));
        assertTrue(store.isLive());

        store.expire();
        store.calls.clear();
        store.after.add(() -> {});
        store.after.add(failing(ScriptedClaims.failure(FailureKind.CONNECTION_LOST)));
        fails(actions, action);
        assertEquals(List.of("claim", "release", "release"), store.calls);
        assertFalse(store.isLive());
    }

    @Test
    void CLAIM_6_what_is_no_json_keeps_the_key_even_if_a_failed_handler_releases_it() {
        Action action = ACTION.whenHandlerFails(FailedHandler.RELEASE);

        ResultRejected rejected = assertThrows(
                ResultRejected.class, () -> actions.run(action, () -> ActionResult.of(List.of(Double.NaN))));

        assertEquals(
                "$[0]", assertInstanceOf(NotJson.class, rejected.getCause()).path());
        assertEquals(
                "the action refund/4711 has run, and is not run again while its key lives, but the result cannot be written as"
                        + " JSON: at $[0] there is the number NaN",
                rejected.getMessage());
        assertInstanceOf(ActionAnswer.Pending.class, actions.run(action, NEVER));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks can do
    void CLAIM_6_a_handler_that_gives_no_result_keeps_the_key() {
        assertThrows(ResultRejected.class, () -> actions.run(ACTION, () -> null));
        assertInstanceOf(ActionAnswer.Pending.class, actions.run(ACTION, NEVER));
    }

    @Test
    void CLAIM_6_a_claim_that_was_lost_while_the_handler_ran_is_told_with_the_result() {
        ResultNotRecorded lost = assertThrows(
                ResultNotRecorded.class,
                () -> actions.run(ACTION, () -> {
                    store.claimElsewhere(DIGEST, Duration.ofHours(1));
                    return SEVEN;
                }));

        assertTrue(lost.lost());
        assertEquals(Optional.of(SEVEN), lost.result());
        assertEquals(KEY, lost.key());
        assertEquals(Optional.empty(), store.stored());
        assertEquals(1, store.count("record"), "the store's word is final");
    }

    @Test
    void CLAIM_6_a_record_that_fails_for_good_leaves_the_key_pending() {
        StoreFailure failure = ScriptedClaims.failure(FailureKind.REJECTED);
        store.before.add(() -> {});
        store.before.add(failing(failure));

        ResultNotRecorded thrown = assertThrows(ResultNotRecorded.class, () -> actions.run(ACTION, gives(SEVEN)));

        assertFalse(thrown.lost());
        assertEquals(Optional.of(SEVEN), thrown.result());
        assertSame(failure, thrown.getCause());
        assertEquals(1, store.count("record"));
        assertInstanceOf(ActionAnswer.Pending.class, actions.run(ACTION, NEVER));
    }

    @Test
    void CLAIM_6_a_record_is_repeated_when_its_request_or_its_reply_was_lost_and_the_handler_is_not() {
        store.before.add(() -> {});
        store.before.add(failing(ScriptedClaims.failure(FailureKind.CONNECTION_LOST)));
        store.after.add(() -> {});
        store.after.add(failing(ScriptedClaims.failure(FailureKind.CONNECTION_LOST)));

        assertEquals(new ActionAnswer.Ran(SEVEN), actions.run(ACTION, gives(SEVEN)));
        assertEquals(List.of("run"), happened);
        assertEquals(3, store.count("record"));
    }

    @Test
    void CLAIM_6_a_record_is_repeated_a_few_times_only() {
        StoreFailure lost = ScriptedClaims.failure(FailureKind.CONNECTION_LOST);
        store.before.add(() -> {});
        for (int i = 0; i < 10; i++) {
            store.before.add(failing(lost));
        }

        ResultNotRecorded thrown = assertThrows(ResultNotRecorded.class, () -> actions.run(ACTION, gives(SEVEN)));

        assertSame(lost, thrown.getCause());
        assertEquals(4, store.count("record"));
        assertEquals(List.of("run"), happened);
    }

    @Test
    void CLAIM_6_a_transaction_that_the_handler_left_open_is_told_as_a_result_that_was_not_recorded() {
        store.before.add(() -> {});
        store.before.add(failing(new TransactionAlreadyActive()));

        ResultNotRecorded thrown = assertThrows(ResultNotRecorded.class, () -> actions.run(ACTION, gives(SEVEN)));

        assertInstanceOf(TransactionAlreadyActive.class, thrown.getCause());
    }

    @Test
    void settings_say_what_is_wrong_with_them() {
        IdempotentActions.Builder builder = IdempotentActions.over(store);
        assertEquals(
                "wait for an action must be 0 to PT1M, but is PT1M0.001S",
                assertThrows(IllegalArgumentException.class, () -> builder.waitUpTo(Duration.ofMillis(60_001)))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> builder.waitUpTo(Duration.ofNanos(-1)));
        assertThrows(IllegalArgumentException.class, () -> builder.timeToLive(Duration.ofMillis(999)));
    }
}
