package dev.referee.acceptance.crash;

import dev.referee.acceptance.steps.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/** What is done to a process from outside. */
public final class Processes {

    private Processes() {}

    /** Stops all of its threads where they are, as a long pause does: SIGSTOP. Its connections stay open, and are not answered. */
    public static void pause(Process process) {
        signal(process, "-STOP");
    }

    /** Lets it go on after {@link #pause}. */
    public static void resume(Process process) {
        signal(process, "-CONT");
    }

    /** Kills it at once, as the kernel does when memory runs out (SIGKILL), and waits until it is gone. */
    public static void kill(Process process) {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionFailedError("the process does not end");
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void signal(Process process, String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new AssertionFailedError("kill " + signal + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the process could not be signalled", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static AssertionFailedError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionFailedError("interrupted while a process was waited for", e);
    }
}
