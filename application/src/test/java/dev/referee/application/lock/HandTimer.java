package dev.referee.application.lock;

import dev.referee.application.lock.Moment.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Two clocks that a test sets, and a timer that goes by the monotonic one; what is due runs on the test's thread. */
final class HandTimer extends AbstractExecutorService implements ScheduledExecutorService, TimeSource {

    private final List<Due> due = new ArrayList<>();
    private long nanos = 1_000_000_000_000L;
    private long millis = 1_700_000_000_000L;

    /** Lets time pass on both clocks; whatever becomes due runs at its time. */
    void pass(Duration time) {
        long end = nanos + time.toNanos();
        for (Optional<Due> next = next(end); next.isPresent(); next = next(end)) {
            due.remove(next.get());
            advance(Math.max(0, next.get().at - nanos));
            next.get().run();
        }
        advance(end - nanos);
    }

    /** As {@link #pass}, but the threads stand still: the timer is late. */
    void passUnnoticed(Duration time) {
        advance(time.toNanos());
    }

    /** Sets the wall clock, forward or back; the other one goes on as it does. */
    void setWallClock(Duration by) {
        millis += by.toMillis();
    }

    private void advance(long by) {
        nanos += by;
        millis = millis + by / 1_000_000;
    }

    private Optional<Due> next(long end) {
        due.removeIf(FutureTask::isCancelled);
        return due.stream().filter(each -> each.at <= end).min(Comparator.comparingLong(each -> each.at));
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long millis() {
        return millis;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Due planned = new Due(command, nanos + unit.toNanos(delay));
        due.add(planned);
        return planned;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    @Override
    public void shutdown() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Runnable> shutdownNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }

    private static final class Due extends FutureTask<Boolean> implements ScheduledFuture<Boolean> {

        private final long at;

        Due(Runnable run, long at) {
            super(run, true);
            this.at = at;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Duration.ofNanos(at));
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, other instanceof Due that ? that.at : 0);
        }
    }
}
