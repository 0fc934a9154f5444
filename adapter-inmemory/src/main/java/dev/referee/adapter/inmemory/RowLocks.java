package dev.referee.adapter.inmemory;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Exclusive locks on rows and on keys that are being inserted. They are handed from owner to waiter in the order of asking, so nobody is
 * overtaken. Whoever would close a circle of waiting units is told so instead of waiting: a unit waits for one row at a time, and a row
 * has one owner, so following owner after owner finds every circle.
 *
 * <p>The inner lock guards the table of locks for the moment of a look; who waits for a row has let it go.
 */
final class RowLocks {

    enum Answer {
        ACQUIRED,
        HELD_ALREADY,
        TIMED_OUT,
        DEADLOCK
    }

    private static final class Waiter {
        final Object unit;
        final Condition granted;
        boolean owns;

        Waiter(Object unit, Condition granted) {
            this.unit = unit;
            this.granted = granted;
        }
    }

    private static final class Row {
        final Queue<Waiter> queue = new ArrayDeque<>();
        Object owner;

        Row(Object owner) {
            this.owner = owner;
        }
    }

    private final ReentrantLock table = new ReentrantLock();
    private final Map<RowKey, Row> locked = new HashMap<>();
    private final Map<Object, Row> waiting = new HashMap<>();

    /**
     * Locks the row for this unit, waiting no longer than asked.
     *
     * @param nanos 0 or less answers at once
     */
    Answer acquire(Object unit, RowKey key, long nanos) throws InterruptedException {
        table.lock();
        try {
            Row row = locked.get(key);
            if (row == null) {
                locked.put(key, new Row(unit));
                return Answer.ACQUIRED;
            }
            if (row.owner == unit) {
                return Answer.HELD_ALREADY;
            }
            if (nanos <= 0) {
                return Answer.TIMED_OUT;
            }
            if (leadsTo(unit, row)) {
                return Answer.DEADLOCK;
            }
            return await(unit, row, nanos);
        } finally {
            table.unlock();
        }
    }

    /** Gives up locks; each goes to the unit that has waited for it the longest. */
    void release(Collection<RowKey> keys) {
        table.lock();
        try {
            for (RowKey key : keys) {
                Row row = locked.get(key);
                if (row != null) {
                    handOver(key, row);
                }
            }
        } finally {
            table.unlock();
        }
    }

    int waitingUnits() {
        table.lock();
        try {
            return waiting.size();
        } finally {
            table.unlock();
        }
    }

    private Answer await(Object unit, Row row, long nanos) throws InterruptedException {
        Waiter waiter = new Waiter(unit, table.newCondition());
        row.queue.add(waiter);
        waiting.put(unit, row);
        long left = nanos;
        try {
            while (!waiter.owns && left > 0) {
                left = waiter.granted.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            if (!waiter.owns) {
                throw interrupted;
            }
            // The lock came first: it is kept, and the interruption left for the next wait.
            Thread.currentThread().interrupt();
        } finally {
            if (!waiter.owns) {
                row.queue.remove(waiter);
                waiting.remove(unit);
            }
        }
        return waiter.owns ? Answer.ACQUIRED : Answer.TIMED_OUT;
    }

    private boolean leadsTo(Object unit, Row row) {
        Row next = row;
        while (next != null) {
            if (next.owner == unit) {
                return true;
            }
            next = waiting.get(next.owner);
        }
        return false;
    }

    private void handOver(RowKey key, Row row) {
        Waiter next = row.queue.poll();
        if (next == null) {
            locked.remove(key);
            return;
        }
        row.owner = next.unit;
        next.owns = true;
        waiting.remove(next.unit);
        next.granted.signal();
    }
}
