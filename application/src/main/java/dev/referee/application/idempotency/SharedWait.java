package dev.referee.application.idempotency;

import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Threads of this process that wait for one action. One of them at a time leads: it pauses, asks the store, and tells the others, who sleep
 * until then. The lock is never held while the store is asked.
 */
final class SharedWait {

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LEAST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    /** When a thread's time is over the store is asked a last time, unless it was asked so recently. */
    private static final long RECENT = TimeUnit.MILLISECONDS.toNanos(50);

    /** What a thread is to do next. */
    enum Turn {
        /** Ask the store, and say what came of it: {@link #pending}, {@link #tell} or {@link #stopAsking}. */
        ASK,
        /** Look at the {@link #news}. */
        LOOK,
        /** Give up: the time is over, or the thread was interrupted. */
        STOP
    }

    /** What ends the wait of all: the store's answer, or its failure. */
    record News(Optional<ClaimAnswer> answer, Optional<StoreFailure> failure) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition toLeader = lock.newCondition();
    private final Condition toOthers = lock.newCondition();

    private Optional<News> news = Optional.empty();
    private boolean led;
    private boolean hurried;
    private long ceiling = FIRST_PAUSE;
    private long askedAt;
    private long askAt;
    private long expiresAt;

    /** How many wait here; kept by {@link Waits}. */
    int threads;

    SharedWait(Duration left) {
        answered(left);
    }

    private void answered(Duration left) {
        askedAt = System.nanoTime();
        expiresAt = askedAt + left.toNanos();
        askAt = askedAt + pause(left.toNanos());
    }

    /** Drawn from the upper half below a ceiling that doubles; if the claim ends before, then up to there, and not less than a moment. */
    private long pause(long left) {
        long drawn = ThreadLocalRandom.current().nextLong(ceiling / 2, ceiling);
        ceiling = Math.min(ceiling * 2, LONGEST_PAUSE);
        return Math.max(LEAST_PAUSE, Math.min(drawn, left));
    }

    /** How long the claim still lives, as far as the last answer told. */
    Duration left() {
        return locked(() -> Duration.ofNanos(Math.max(0, expiresAt - System.nanoTime())));
    }

    Optional<News> news() {
        return locked(() -> news);
    }

    /** Waits for this thread's turn, up to a moment of {@link System#nanoTime}. */
    Turn await(long deadline) {
        lock.lock();
        try {
            while (news.isEmpty()) {
                long now = System.nanoTime();
                long rest = deadline - now;
                if (!led && (askAt - now <= 0 || (rest <= 0 && now - askedAt >= RECENT))) {
                    led = true;
                    hurried = false;
                    return Turn.ASK;
                }
                if (rest <= 0) {
                    return Turn.STOP;
                }
                if (led) {
                    toOthers.awaitNanos(rest);
                } else {
                    led = true;
                    try {
                        toLeader.awaitNanos(Math.min(rest, askAt - now));
                    } finally {
                        led = false;
                    }
                }
            }
            return Turn.LOOK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Turn.STOP;
        } finally {
            lock.unlock();
        }
    }

    /** The leader's answer: the claim is somebody else's, and lives so long. */
    void pending(Duration left) {
        update(() -> {
            answered(left);
            if (hurried) {
                askAt = askedAt;
            }
            led = false;
        });
    }

    /** The leader asks no more; somebody else may. */
    void stopAsking() {
        update(() -> {
            led = false;
            toOthers.signal();
        });
    }

    /** The leader's answer, which ends the wait of all. */
    void tell(News what) {
        update(() -> {
            news = Optional.of(what);
            toLeader.signalAll();
            toOthers.signalAll();
        });
    }

    /** Somebody in this process has just changed what the store will say: it is asked at once. */
    void hurry() {
        update(() -> {
            hurried = true;
            askAt = System.nanoTime();
            toLeader.signal();
        });
    }

    /** Called by each thread that waits no more: should it be the one that was told to lead, another does. */
    void passOn() {
        update(() -> {
            if (!led) {
                toOthers.signal();
            }
        });
    }

    private void update(Runnable step) {
        locked(() -> {
            step.run();
            return news;
        });
    }

    private <R> R locked(Supplier<R> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
