package dev.referee.application.lock;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two kinds of threads: one that only keeps time, so that no alarm waits for a store that does not answer, and others that renew and run what
 * users have given.
 */
final class LeaseThreads implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LeaseThreads.class.getName());

    private final ScheduledExecutorService timer;
    private final Executor workers;
    private final Runnable end;

    private LeaseThreads(ScheduledExecutorService timer, Executor workers, Runnable end) {
        this.timer = timer;
        this.workers = workers;
        this.end = end;
    }

    /** Daemon threads of its own, the workers made when they are needed. */
    static LeaseThreads own() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, run -> daemon(run, "referee-leases"));
        timer.setRemoveOnCancelPolicy(true);
        ExecutorService workers = Executors.newCachedThreadPool(run -> daemon(run, "referee-lease-work"));
        return new LeaseThreads(timer, workers, () -> {
            timer.shutdownNow();
            workers.shutdown();
        });
    }

    /** Somebody else's, who ends them. */
    static LeaseThreads of(ScheduledExecutorService timer, Executor workers) {
        return new LeaseThreads(timer, workers, () -> {});
    }

    private static Thread daemon(Runnable run, String name) {
        Thread thread = new Thread(run, name);
        thread.setDaemon(true);
        return thread;
    }

    Future<?> after(Duration delay, Runnable alarm) {
        return timer.schedule(() -> guarded(alarm), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** On a worker, and never to be cancelled. */
    void workAfter(Duration delay, Runnable work) {
        forNobody(after(delay, () -> work(work)));
    }

    /** Says that nobody waits: how it ends changes nothing. */
    private static void forNobody(Future<?> planned) {
        Objects.requireNonNull(planned);
    }

    void work(Runnable work) {
        workers.execute(() -> guarded(work));
    }

    /** On this thread, if the others have ended. */
    void workOrHere(Runnable work) {
        try {
            work(work);
        } catch (RejectedExecutionException e) {
            guarded(work);
        }
    }

    static void cancel(@Nullable Future<?> planned) {
        if (planned != null) {
            planned.cancel(false);
        }
    }

    /** What it throws would otherwise be lost, or end the thread. */
    static void guarded(Runnable run) {
        try {
            run.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "what was to run for a lease failed", e);
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
