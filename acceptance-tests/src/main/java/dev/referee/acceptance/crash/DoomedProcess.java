package dev.referee.acceptance.crash;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.acceptance.steps.Await;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/** A {@link Doomed} process, as its parent sees it. Used by one thread. */
public final class DoomedProcess implements AutoCloseable {

    private final Process process;
    private final Thread reader;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private DoomedProcess(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        reader = new Thread(
                () -> {
                    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
                        out.lines().forEach(lines::add);
                    } catch (IOException | UncheckedIOException closed) {
                        // The end of the process ends its output.
                        lines.add("");
                    }
                },
                "doomed-output");
        reader.setDaemon(true);
        reader.start();
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
        try {
            return new DoomedProcess(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Doomed.class.getName(),
                    entrance.opener(),
                    entrance.where(),
                    haltAt.map(Step::name).orElse(Doomed.NOWHERE),
                    account.value(),
                    Long.toString(revision),
                    Integer.toString(withdrawals)));
        } catch (IOException e) {
            throw new UncheckedIOException("the process could not be started", e);
        }
    }

    /** Waits until the process is halted at its step. */
    public DoomedProcess awaitHalted() {
        String line = next();
        if (!line.startsWith(Doomed.AT)) {
            throw new AssertionFailedError("the process should have halted, but said: " + line);
        }
        return this;
    }

    /** Waits for its next answer: the outcome's text. */
    public String awaitAnswer() {
        return answerIn(next());
    }

    /** Kills it at once, as the kernel does when memory runs out, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionFailedError("the process does not end");
            }
            reader.join(Await.BOUND.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while the process ended", e);
        }
    }

    /** The answers that it gave since the last one that was waited for, after it was killed. */
    public List<String> furtherAnswers() {
        List<String> left = new ArrayList<>();
        lines.drainTo(left);
        return left.stream()
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

    private String next() {
        try {
            return Optional.ofNullable(lines.poll(Await.BOUND.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionFailedError("the process says nothing"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while the process was at work", e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
