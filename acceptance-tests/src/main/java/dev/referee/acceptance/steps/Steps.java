package dev.referee.acceptance.steps;

import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/**
 * Stops, fails or disturbs commands at named steps. Orders are one-shot: whoever comes first to the step takes the oldest of them. Safe for
 * many threads.
 */
public final class Steps implements StepListener {

    private final Map<Step, Deque<Runnable>> orders = new EnumMap<>(Step.class);
    private final Map<Step, Runnable> always = new EnumMap<>(Step.class);
    private final Map<Step, Integer> seen = new EnumMap<>(Step.class);

    /** The next transaction that comes to the step stops there until it is released. */
    public Stop stopAt(Step step) {
        Stop stop = new Stop(step);
        order(step, stop::hold);
        return stop;
    }

    /** The next transaction that comes to the step fails there with a failure that no table of failures knows. */
    public void failAt(Step step) {
        order(step, () -> {
            throw new Fault(step);
        });
    }

    /** The next transaction that comes to the step does this first, on its own thread. */
    public void order(Step step, Runnable action) {
        synchronized (orders) {
            orders.computeIfAbsent(step, s -> new ArrayDeque<>()).add(action);
        }
    }

    /** Every transaction that comes to the step does this first, on its own thread. */
    public void always(Step step, Runnable action) {
        synchronized (orders) {
            always.put(step, action);
        }
    }

    /** Takes back all orders; stops that hold somebody still have to be released. */
    public void clear() {
        synchronized (orders) {
            orders.clear();
            always.clear();
        }
    }

    /** Whether an order for the step has not been taken yet. */
    public boolean isPending(Step step) {
        synchronized (orders) {
            Deque<Runnable> left = orders.get(step);
            return left != null && !left.isEmpty();
        }
    }

    /** How many transactions came to the step. */
    public int seen(Step step) {
        synchronized (orders) {
            return seen.getOrDefault(step, 0);
        }
    }

    @Override
    public void before(Step step) {
        Optional<Runnable> each;
        Optional<Runnable> once;
        synchronized (orders) {
            seen.merge(step, 1, Integer::sum);
            each = Optional.ofNullable(always.get(step));
            once = Optional.ofNullable(orders.get(step)).map(Deque::poll);
        }
        each.ifPresent(Runnable::run);
        once.ifPresent(Runnable::run);
    }

    /** What {@link #failAt} throws. */
    public static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Fault(Step step) {
            super("a fault was ordered at " + step);
        }
    }

    /** A place where one transaction is held. */
    public static final class Stop {
        private final Step step;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Stop(Step step) {
            this.step = step;
        }

        /** Waits until somebody is held here. */
        public Stop awaitReached() {
            await(reached, "nobody came to " + step);
            return this;
        }

        public void release() {
            released.countDown();
        }

        private void hold() {
            reached.countDown();
            await(released, "nobody released the stop at " + step);
        }

        private static void await(CountDownLatch latch, String failure) {
            try {
                if (!latch.await(Await.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                    throw new TookTooLong(failure);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionFailedError(failure + " before the interrupt", e);
            }
        }
    }
}
