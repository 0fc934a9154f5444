package dev.referee.acceptance.crash;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;

/** A {@link Doomed} process, as its parent sees it. Used by one thread. */
public final class DoomedProcess implements AutoCloseable {

    private final ChildJvm jvm;

    private DoomedProcess(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts a process that executes withdrawals of 1 cent, beginning at this revision. */
    public static DoomedProcess withdrawing(
            Entrance entrance, Optional<Step> haltAt, Subject account, long revision, int withdrawals) {
        return start(entrance, haltAt, account, revision, withdrawals);
    }

    /** Starts a process that opens the account. */
    public static DoomedProcess opening(Entrance entrance, Optional<Step> haltAt, Subject account) {
        return start(entrance, haltAt, account, 0, 0);
    }

    /** Does what the process does, here. */
    public static Outcome open(AccountDesk desk, Subject account) {
        return Doomed.open(desk, account);
    }

    /** Does what the process does, here: the withdrawal with this number, from 0. */
    public static Outcome withdraw(AccountDesk desk, Subject account, long firstRevision, int number) {
        return Doomed.withdraw(desk, account, firstRevision, number);
    }

    private static DoomedProcess start(
            Entrance entrance, Optional<Step> haltAt, Subject account, long revision, int withdrawals) {
        return new DoomedProcess(ChildJvm.running(
                Doomed.class,
                entrance.opener(),
                entrance.where(),
                haltAt.map(Step::name).orElse(Doomed.NOWHERE),
                account.value(),
                Long.toString(revision),
                Integer.toString(withdrawals)));
    }

    /** Waits until the process is halted at its step. */
    public DoomedProcess awaitHalted() {
        String line = jvm.awaitLine();
        if (!line.startsWith(Doomed.AT)) {
            throw new AssertionFailedError("the process should have halted, but said: " + line);
        }
        return this;
    }

    /** Waits for its next answer: the outcome's text. */
    public String awaitAnswer() {
        return answerIn(jvm.awaitLine());
    }

    /** Kills it at once, as the kernel does when memory runs out, and waits until it is gone. */
    public void kill() {
        jvm.kill();
    }

    /** The answers that it gave since the last one that was waited for, after it was killed. */
    public List<String> furtherAnswers() {
        return jvm.furtherLines().stream()
                .filter(line -> line.startsWith(Doomed.ANSWER))
                .map(DoomedProcess::answerIn)
                .toList();
    }

    private static String answerIn(String line) {
        if (!line.startsWith(Doomed.ANSWER)) {
            throw new AssertionFailedError("the process should have answered, but said: " + line);
        }
        return line.substring(line.indexOf(' ', Doomed.ANSWER.length()) + 1);
    }

    @Override
    public void close() {
        kill();
    }
}
