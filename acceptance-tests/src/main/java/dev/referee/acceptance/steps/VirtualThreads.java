package dev.referee.acceptance.steps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Many virtual threads at once, on a JVM that has them, and what the JVM's own recorder saw of them. */
public final class VirtualThreads {

    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final int FIRST_WITH = 21;
    private static final int FIRST_THAT_WAITS_IN_MONITORS = 24;
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private VirtualThreads() {}

    /** Whether this JVM has them. */
    public static boolean areHere() {
        return Runtime.version().feature() >= FIRST_WITH;
    }

    /** Skips the test, visibly, on a JVM without them. */
    public static void require() {
        if (!areHere()) {
            throw new TestAbortedException(
                    "Java " + Runtime.version().feature() + " has no virtual threads: they are tested on a newer one");
        }
    }

    /**
     * Whether whoever waits for a monitor gives its carrier away: before, each {@code synchronized} in a driver pins, which is not for a library
     * to mend.
     */
    public static boolean canWaitInMonitors() {
        return Runtime.version().feature() >= FIRST_THAT_WAITS_IN_MONITORS;
    }

    /**
     * Runs so many pieces of work on virtual threads of their own, and waits for all.
     *
     * @return where one of them kept its carrier while it waited, a text for each time
     */
    public static List<String> run(int threads, IntFunction<Callable<Void>> work) {
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            runAll(threads, work);
            recording.stop();
            return pinned(recording);
        } catch (IOException e) {
            throw new UncheckedIOException("the recording could not be read", e);
        }
    }

    private static List<String> pinned(Recording recording) throws IOException {
        Path file = Files.createTempFile("referee-virtual-threads", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .map(RecordedEvent::toString)
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    private static void runAll(int threads, IntFunction<Callable<Void>> work) {
        List<FutureTask<Void>> all = IntStream.range(0, threads)
                .mapToObj(i -> new FutureTask<>(work.apply(i)))
                .toList();
        all.forEach(each -> unstarted(each).start());
        long end = System.nanoTime() + LIMIT.toNanos();
        try {
            for (FutureTask<Void> each : all) {
                each.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException e) {
            throw new TookTooLong("virtual threads were still at work after " + LIMIT);
        } catch (ExecutionException e) {
            throw new AssertionFailedError("a virtual thread failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted", e);
        } finally {
            all.forEach(each -> each.cancel(true));
        }
    }

    /** Makes one, by reflection, because the suite is compiled for a JVM without them. */
    public static Thread unstarted(Runnable run) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(builder, run);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no virtual threads", e);
        }
    }
}
