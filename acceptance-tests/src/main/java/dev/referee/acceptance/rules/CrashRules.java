package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.crash.DoomedProcess;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The process is killed, and another one goes on. */
@Timeout(300)
public abstract class CrashRules extends Rules {

    private static final int STORM = 100_000;

    @Test
    void CMD_22_a_kill_at_any_step_leaves_nothing_and_the_repeat_takes_effect_once() {
        Entrance entrance = entrance();
        inThisProcess(desk -> DoomedProcess.open(desk, ACCOUNT));
        long revision = 1;
        for (Step step : Step.values()) {
            long current = revision;
            Snapshot before = snapshot();
            try (DoomedProcess process = DoomedProcess.withdrawing(entrance, Optional.of(step), ACCOUNT, current, 1)) {
                process.awaitHalted().kill();
            }
            assertNothingWritten(before);

            Outcome repeat = inThisProcess(desk -> DoomedProcess.withdraw(desk, ACCOUNT, current, 0));

            assertApplied(repeat);
            assertEffects(1, before);
            revision++;
        }
    }

    @Test
    void CMD_22_an_opening_that_was_killed_before_its_commit_takes_effect_once() {
        Entrance entrance = entrance();
        inThisProcess(desk -> DoomedProcess.open(desk, new Subject("warm-up")));
        for (Step step : List.of(Step.WRITE_OPERATION, Step.COMMIT)) {
            Snapshot before = snapshot();
            Subject id = new Subject("a-" + step);
            try (DoomedProcess process = DoomedProcess.opening(entrance, Optional.of(step), id)) {
                process.awaitHalted().kill();
            }
            assertNothingWritten(before);

            assertApplied(inThisProcess(desk -> DoomedProcess.open(desk, id)));

            assertEffects(1, before);
        }
    }

    @Test
    void CMD_22_what_was_answered_before_the_kill_is_there_after_it() {
        Entrance entrance = entrance();
        Snapshot before = snapshot();
        String answer;
        try (DoomedProcess process = DoomedProcess.opening(entrance, Optional.empty(), ACCOUNT)) {
            answer = process.awaitAnswer();
            process.kill();
        }
        assertEffects(1, before);

        Outcome repeat = inThisProcess(desk -> DoomedProcess.open(desk, ACCOUNT));

        assertInstanceOf(Outcome.Replayed.class, repeat);
        assertEquals(answer, repeat.orElseThrow().text());
    }

    @Test
    void CMD_22_a_kill_in_the_midst_of_many_commands_loses_none_that_was_answered() {
        Entrance entrance = entrance();
        inThisProcess(desk -> DoomedProcess.open(desk, ACCOUNT));
        Snapshot before = snapshot();
        List<String> answers = new ArrayList<>();
        try (DoomedProcess process = DoomedProcess.withdrawing(entrance, Optional.empty(), ACCOUNT, 1, STORM)) {
            while (answers.size() < 20) {
                answers.add(process.awaitAnswer());
            }
            process.kill();
            answers.addAll(process.furtherAnswers());
        }

        List<Outcome> repeats = inThisProcess(desk -> {
            List<Outcome> all = new ArrayList<>();
            for (int i = 0; i <= answers.size(); i++) {
                all.add(DoomedProcess.withdraw(desk, ACCOUNT, 1, i));
            }
            return all;
        });

        for (int i = 0; i < answers.size(); i++) {
            assertInstanceOf(Outcome.Replayed.class, repeats.get(i));
            assertEquals(answers.get(i), repeats.get(i).orElseThrow().text());
        }
        // The one that was on its way when the kill came was committed or not; now it is.
        assertEffects(answers.size() + 1, before);
    }

    private Entrance entrance() {
        TestStore durable = durableStore();
        try (Node node = durable.node(NodeOptions.DEFAULT)) {
            requires(node, Feature.DURABILITY);
        }
        return durable.entrance();
    }

    /** Runs on a node that is closed again at once: a file can be opened by one process at a time. */
    private <T> T inThisProcess(Function<AccountDesk, T> work) {
        TestStore store = store();
        try (Node node = store.node(NodeOptions.DEFAULT)) {
            CommandEngine engine =
                    CommandEngine.over(node.adapter()).observer(observed).build();
            return work.apply(new AccountDesk(engine, node.accounts()));
        }
    }
}
