package dev.referee.application.lock;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets one thread at a time look at what it guards, or change it. A lock that virtual threads can wait for without holding their carrier. */
final class Guard {

    private final ReentrantLock lock = new ReentrantLock();

    <T> T get(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    void run(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
