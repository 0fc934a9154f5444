package dev.referee.cookbook.kitchen;

import dev.referee.acceptance.steps.Crew;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

/**
 * Many threads that do the same at the same time.
 *
 * @param threads at work
 * @param operations of all of them together
 */
public record Storm(int threads, int operations) {

    /** 16 threads and 2,000 operations. */
    public static final Storm USUAL = new Storm(16, 2_000);

    /** How an operation ended for the one who asked for it. */
    public enum End {
        DONE,
        REFUSED
    }

    /** One operation. */
    public interface Operation {
        End run(int thread, int number);
    }

    /**
     * What became of all of them.
     *
     * @param done how many were told yes
     * @param refused how many were told no, by a refusal or a failure
     */
    public record Result(long done, long refused, Duration took) {}

    /** Runs the storm. What an operation throws ends it. */
    public Result blow(Crew crew, Operation operation) {
        long startedAt = System.nanoTime();
        List<Long> done = crew.atOnce(
                threads,
                thread -> IntStream.range(0, operations / threads)
                        .filter(number -> operation.run(thread, number) == End.DONE)
                        .count());
        long sum = done.stream().mapToLong(Long::longValue).sum();
        return new Result(sum, operations - sum, Duration.ofNanos(System.nanoTime() - startedAt));
    }

    /** Makes all threads meet here when each comes the first time, so that at least one round of the storm is a race. */
    public Runnable firstRound() {
        CyclicBarrier all = new CyclicBarrier(threads);
        Set<Thread> came = ConcurrentHashMap.newKeySet();
        return () -> {
            if (came.add(Thread.currentThread())) {
                Crew.awaitAll(all);
            }
        };
    }
}
