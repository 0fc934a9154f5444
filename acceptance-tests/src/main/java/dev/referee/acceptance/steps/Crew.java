package dev.referee.acceptance.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.opentest4j.AssertionFailedError;

/** The threads of one test. Every wait for them has a bound. */
public final class Crew implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "crew");
        thread.setDaemon(true);
        return thread;
    });

    /** Starts the work on a thread of its own. */
    public <T> Future<T> start(Callable<T> work) {
        return threads.submit(work);
    }

    /** Runs {@code n} pieces of work on threads of their own, released at once, and returns their results in order. */
    public <T> List<T> atOnce(int n, IntFunction<? extends T> work) {
        return join(startAtOnce(n, work));
    }

    /** Starts {@code n} pieces of work on threads of their own, released at once. */
    public <T> List<Future<T>> startAtOnce(int n, IntFunction<? extends T> work) {
        CyclicBarrier line = new CyclicBarrier(n);
        List<Future<T>> started = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int index = i;
            started.add(start(() -> {
                awaitAll(line);
                return work.apply(index);
            }));
        }
        return started;
    }

    /**
     * Waits for results. What the work threw is thrown here, if it is unchecked, and else wrapped; the first failure at once, since the
     * others may wait for the one that failed.
     */
    public static <T> List<T> join(List<Future<T>> futures) {
        Await.until(
                "all work is done, or some has failed",
                () -> futures.stream().allMatch(Future::isDone)
                        || futures.stream().anyMatch(Crew::hasFailed));
        futures.stream().filter(Crew::hasFailed).forEach(Crew::join);
        return futures.stream().map(Crew::join).toList();
    }

    private static boolean hasFailed(Future<?> future) {
        if (!future.isDone()) {
            return false;
        }
        try {
            future.get();
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Waits for one result. */
    public static <T> T join(Future<T> future) {
        try {
            return future.get(Await.BOUND.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("work of the test failed", e.getCause());
        } catch (TimeoutException e) {
            throw new TookTooLong("the work is not done after " + Await.BOUND, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while waiting for work", e);
        }
    }

    /** Waits until each of these is blocked, and nobody else; fails at once if one of them ends instead. */
    public static void awaitBlocked(IntSupplier blocked, Future<?>... waiting) {
        Await.until(waiting.length + " are blocked", () -> {
            for (Future<?> each : waiting) {
                if (each.isDone()) {
                    throw new AssertionFailedError("was to wait for a lock, but ended with " + join(each));
                }
            }
            return blocked.getAsInt() == waiting.length;
        });
    }

    /** Waits until all parties of the barrier are there. */
    public static void awaitAll(CyclicBarrier barrier) {
        try {
            barrier.await(Await.BOUND.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | BrokenBarrierException e) {
            throw new TookTooLong("the others did not come to the barrier", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted at the barrier", e);
        }
    }

    /** Waits until the latch is down. */
    public static void awaitAll(CountDownLatch latch) {
        try {
            if (!latch.await(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionFailedError("nobody gave the sign to go on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionFailedError("interrupted while waiting for the sign to go on", e);
        }
    }

    /** Interrupts what still runs. @throws IllegalStateException if a thread does not end within 30 s */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("a thread of the test does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
