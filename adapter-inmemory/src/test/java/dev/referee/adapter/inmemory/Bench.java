package dev.referee.adapter.inmemory;

import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Step;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** An adapter with two counters, threads to use it from, and steps that a test can halt a thread at. */
final class Bench implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(20);
    static final LockWait LONG = LockWait.upTo(LIMIT);

    static final class Halt {
        final Step step;
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        volatile Optional<RuntimeException> fault = Optional.empty();

        Halt(Step step) {
            this.step = step;
        }
    }

    private final Map<Thread, Halt> halts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    final InMemoryAdapter adapter = InMemoryAdapter.create(this::before);

    Bench() {
        for (Subject subject : List.of(Counter.ONE, Counter.TWO)) {
            try (UnitOfWork unit = begin()) {
                unit.commit(List.of(Counter.opened(subject).opening(Counter.key(subject, "open"))));
            }
        }
    }

    UnitOfWork begin() {
        return adapter.unitsOfWork().begin(LIMIT);
    }

    <T> Future<T> start(Callable<T> work) {
        return threads.submit(work);
    }

    /** Starts work that is halted before the step, and returns once it is. */
    <T> Halted<T> startUpTo(Step step, Callable<T> work) throws Exception {
        Halt halt = new Halt(step);
        Future<T> result = start(() -> {
            halts.put(Thread.currentThread(), halt);
            try {
                return work.call();
            } finally {
                halts.remove(Thread.currentThread());
            }
        });
        await(halt.reached);
        return new Halted<>(halt, result);
    }

    record Halted<T>(Halt halt, Future<T> result) {

        /** Makes the step fail that the work is halted at. */
        T fail(RuntimeException thrown) throws Exception {
            halt.fault = Optional.of(thrown);
            return finish();
        }

        T finish() throws Exception {
            halt.goOn.countDown();
            return answer(result);
        }
    }

    /** Locks the counter, adds one, commits. */
    Counter increment(Subject subject, String operationId) {
        try (UnitOfWork unit = begin()) {
            Counter found = locked(unit, subject, LONG);
            unit.commit(List.of(found.increment(operationId)));
            return found;
        }
    }

    Counter committed(Subject subject) {
        try (UnitOfWork unit = begin()) {
            return unit.read(Counter.STORE, subject).orElseThrow();
        }
    }

    void awaitWaiting(int units) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (adapter.waitingUnits() != units) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(units + " units should wait, but " + adapter.waitingUnits() + " do");
            }
            Thread.onSpinWait();
        }
    }

    static Counter locked(UnitOfWork unit, Subject subject, LockWait wait) {
        return unit.lock(Counter.STORE, subject, wait, Set.of())
                .answer()
                .fold(
                        found -> found,
                        () -> {
                            throw new AssertionError(subject + " is absent");
                        },
                        () -> {
                            throw new AssertionError(subject + " is busy");
                        });
    }

    static boolean isBusy(UnitOfWork unit, Subject subject, LockWait wait) {
        return unit.lock(Counter.STORE, subject, wait, Set.of())
                .answer()
                .fold(locked -> false, () -> false, () -> true);
    }

    static <T> T answer(Future<T> future) throws Exception {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came within " + LIMIT);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private void before(Step step) {
        Halt halt = halts.get(Thread.currentThread());
        if (halt == null || halt.step != step) {
            return;
        }
        halt.reached.countDown();
        try {
            await(halt.goOn);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        halt.fault.ifPresent(fault -> {
            throw fault;
        });
    }
}
