package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The main class of a process that plays one round of a {@link Contest} after the other, and says so after each, until it is told to hold: then
 * it keeps the lock of its next round, says so, and waits for its end.
 */
public final class Contestant {

    /** Said after each round. */
    public static final String ROUND = "ROUND";

    /** Said when the lock is held for good. */
    public static final String HELD = "HELD";

    /** Told to it: keep the next lock. */
    public static final String HOLD = "hold";

    private Contestant() {}

    /**
     * Runs.
     *
     * @param args the opener's class, where, the contest
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Node node = Child.open(args[0], args[1], NodeOptions.DEFAULT.poolSize(2));
        Contest contest = Contest.valueOf(args[2]);
        AtomicBoolean hold = new AtomicBoolean();
        listen(hold);
        while (true) {
            contest.round(node, () -> {
                if (hold.get()) {
                    Child.say(HELD);
                    waitForTheEnd();
                }
            });
            Child.say(ROUND);
        }
    }

    /** The end of the input is the end of the parent. */
    private static void listen(AtomicBoolean hold) {
        Thread listener = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                while (HOLD.equals(in.readLine())) {
                    hold.set(true);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                Runtime.getRuntime().halt(1);
            }
        });
        listener.setDaemon(true);
        listener.start();
    }

    private static void waitForTheEnd() {
        while (true) {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
