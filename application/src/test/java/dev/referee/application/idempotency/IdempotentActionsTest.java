package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.domain.command.Revision;
import org.junit.jupiter.api.Test;

class IdempotentActionsTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("refund", "4711");
    private static final ActionDigest DIGEST = ActionDigest.ofBytes(new byte[] {1});

    private final ScriptedClaims store = new ScriptedClaims();

    @Test
    void the_first_call_runs_and_the_next_replays() {
        IdempotentActions actions = IdempotentActions.over(store).build();
        Action action = Action.of(KEY, DIGEST).expecting(Revision.FIRST, () -> Revision.FIRST);
        assertEquals(
                new ActionAnswer.Ran(ActionResult.ofJson("false")), actions.run(action, () -> ActionResult.of(false)));
        assertEquals(new ActionAnswer.Replayed(ActionResult.ofJson("false")), actions.run(action, () -> {
            throw new AssertionError("must not run");
        }));
    }
}
