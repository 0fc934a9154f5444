package dev.referee.acceptance.crash;

import dev.referee.acceptance.steps.Await;
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
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Another JVM with this one's class path, that tells what it does line by line, and can be stopped, continued and killed. It ends when its
 * parent closes it, and when its parent ends, if it reads its input. Used by one thread.
 */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final Thread reader;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ChildJvm(List<String> command) throws IOException {
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
                "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the main method of this class. */
    public static ChildJvm running(Class<?> main, String... arguments) {
        try {
            return new ChildJvm(Stream.concat(
                            Stream.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    main.getName()),
                            Stream.of(arguments))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("the process could not be started", e);
        }
    }

    /** Waits for its next line. */
    public String awaitLine() {
        try {
            return Optional.ofNullable(lines.poll(Await.BOUND.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionFailedError("the process says nothing"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while the process was at work", e);
        }
    }

    /** Waits for its next line, which must be this one. */
    public ChildJvm awaitLine(String expected) {
        String line = awaitLine();
        if (!line.equals(expected)) {
            throw new AssertionFailedError("the process should have said " + expected + ", but said: " + line);
        }
        return this;
    }

    /** The lines that came since the last one that was waited for. */
    public List<String> furtherLines() {
        List<String> left = new ArrayList<>();
        lines.drainTo(left);
        return left;
    }

    /** Writes a line to its input. */
    public void tell(String line) {
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(line)
                    .append('\n')
                    .flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the process does not listen", e);
        }
    }

    /** Stops all of its threads where they are, as a long pause does. */
    public void pause() {
        Processes.pause(process);
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() {
        Processes.resume(process);
    }

    /** Kills it at once, and waits until it is gone and all that it said is here. */
    public void kill() {
        Processes.kill(process);
        try {
            reader.join(Await.BOUND.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while the process ended", e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
