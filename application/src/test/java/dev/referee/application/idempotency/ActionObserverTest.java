package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.application.port.ActionObserver;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ActionObserverTest {

    private static final ActionDigest DIGEST = ActionDigest.ofBytes(new byte[0]);
    private static final Action ACTION = Action.of(IdempotencyKey.of("mail", "1"), DIGEST);

    private final ScriptedClaims store = new ScriptedClaims();
    private final List<String> told = new ArrayList<>();

    private final class Notes implements ActionObserver {

        @Override
        public void ran(Namespace namespace, Duration time) {
            note("ran " + namespace.value());
        }

        @Override
        public void replayed(Namespace namespace) {
            note("replayed " + namespace.value());
        }

        @Override
        public void pending(Namespace namespace, Duration waited) {
            note("pending " + namespace.value());
        }

        @Override
        public void mismatch(Namespace namespace) {
            note("mismatch " + namespace.value());
        }

        @Override
        public void refused(Namespace namespace, String code) {
            note("refused " + namespace.value() + " " + code);
        }

        @Override
        public void notRecorded(Namespace namespace) {
            note("not recorded " + namespace.value());
        }

        @Override
        public void handlerFailed(Namespace namespace) {
            note("failed " + namespace.value());
        }

        private void note(String what) {
            told.add(what);
            if (told.size() == 1) {
                throw new IllegalStateException("an observer's failure is its own");
            }
        }
    }

    @Test
    void each_answer_is_told_once_and_a_failing_observer_changes_nothing() {
        IdempotentActions actions =
                IdempotentActions.over(store).observer(new Notes()).build();

        actions.run(ACTION, () -> ActionResult.NULL);
        actions.run(ACTION, () -> ActionResult.NULL);
        actions.run(Action.of(ACTION.key(), ActionDigest.ofBytes(new byte[1])), () -> ActionResult.NULL);
        actions.run(ACTION.authorisedBy(() -> Optional.of(Refusal.of("no", "No."))), () -> ActionResult.NULL);
        store.expire();
        assertThrows(
                UnsupportedOperationException.class,
                () -> actions.run(ACTION, () -> {
                    throw new UnsupportedOperationException();
                }));
        actions.run(ACTION, () -> ActionResult.NULL);
        store.expire();
        assertThrows(
                ResultNotRecorded.class,
                () -> actions.run(ACTION, () -> {
                    store.expire();
                    return ActionResult.NULL;
                }));
        assertThrows(ResultRejected.class, () -> actions.run(ACTION, () -> ActionResult.of(new Object())));

        assertEquals(
                List.of(
                        "ran mail",
                        "replayed mail",
                        "mismatch mail",
                        "refused mail no",
                        "failed mail",
                        "pending mail",
                        "not recorded mail",
                        "failed mail"),
                told);
    }

    @Test
    void an_observer_may_keep_to_what_it_wants_to_know() {
        IdempotentActions actions = IdempotentActions.over(store)
                .observer(new ActionObserver() {
                    @Override
                    public void replayed(Namespace namespace) {
                        told.add("replayed");
                    }
                })
                .build();

        actions.run(ACTION, () -> ActionResult.NULL);
        actions.run(ACTION, () -> ActionResult.NULL);

        assertEquals(List.of("replayed"), told);
    }
}
