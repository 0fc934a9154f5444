package dev.referee.adapter.redis;

import dev.referee.application.lock.LockName;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Those who want one name in this process go one after the other: they would only keep each other from a majority. Whoever wants another name
 * does not wait for them. Safe for many threads.
 */
final class Turns {

    /** A name is in here while somebody has its turn or waits for it. */
    private final ConcurrentHashMap<LockName, Turn> turns = new ConcurrentHashMap<>();

    /** A lock, and how many have it or wait for it. */
    private record Turn(ReentrantLock lock, int wanted) {
        Turn wantedBy(int more) {
            return new Turn(lock, wanted + more);
        }
    }

    /** Waits for the turn; false if others had it until the time had passed. */
    boolean take(LockName name, long nanos) throws InterruptedException {
        ReentrantLock lock = turns.compute(
                        name, (same, turn) -> turn == null ? new Turn(new ReentrantLock(), 1) : turn.wantedBy(1))
                .lock();
        boolean had = false;
        try {
            had = lock.tryLock(nanos, TimeUnit.NANOSECONDS);
            return had;
        } finally {
            if (!had) {
                leave(name);
            }
        }
    }

    /** For the thread that has the turn. */
    void end(LockName name) {
        turns.computeIfPresent(name, (same, turn) -> {
            turn.lock().unlock();
            return turn;
        });
        leave(name);
    }

    private void leave(LockName name) {
        turns.computeIfPresent(name, (same, turn) -> turn.wanted() == 1 ? null : turn.wantedBy(-1));
    }

    boolean isEmpty() {
        return turns.isEmpty();
    }
}
