package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

/** Commands that arrive at the same time. */
public abstract class RaceRules extends Rules {

    private static final int COPIES = 8;

    @ConcurrencyTest
    void CMD_11_n_exact_copies_give_one_applied_and_the_rest_replays() {
        AccountDesk desk = accounts();
        Subject id = new Subject("a-1");
        desk.open(op("open"), OWNER, id, 100);
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(COPIES, i -> desk.withdraw(op("copy"), OWNER, id, Revision.FIRST, 30));

        assertEquals(
                1, answers.stream().filter(Outcome.Applied.class::isInstance).count(), answers::toString);
        assertEquals(
                COPIES - 1,
                answers.stream().filter(Outcome.Replayed.class::isInstance).count(),
                answers::toString);
        assertEquals(1, answers.stream().map(Outcome::orElseThrow).distinct().count(), answers::toString);
        assertEffects(1, before);
    }
}
