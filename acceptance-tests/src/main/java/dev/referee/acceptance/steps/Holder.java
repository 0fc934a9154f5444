package dev.referee.acceptance.steps;

import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.opentest4j.AssertionFailedError;

/** Somebody who holds one aggregate's lock, or that of a name, on a thread of its own, as long as the test wants. */
public final class Holder implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Future<Void> work;

    private Holder(Crew crew, Adapter adapter, Predicate<UnitOfWork> lock) {
        work = crew.start(() -> {
            try (UnitOfWork unit = adapter.unitsOfWork().begin(LONG)) {
                if (!lock.test(unit)) {
                    throw new AssertionFailedError("the holder did not get its lock");
                }
                held.countDown();
                await(released);
            }
            return null;
        });
    }

    /** Starts to wait for the lock, and returns at once. */
    public static <S> Holder waiting(Crew crew, Adapter adapter, AggregateStore<S> store, Subject subject) {
        return new Holder(
                crew,
                adapter,
                unit -> unit.lock(store, subject, LockWait.upTo(LONG), Set.of())
                        .answer()
                        .fold(state -> true, () -> false, () -> false));
    }

    /** Returns once the name is held. */
    public static Holder holding(Crew crew, Adapter adapter, LockName name) {
        return new Holder(crew, adapter, unit -> adapter.advisoryLocks().lock(unit, name, LONG)).awaitHeld();
    }

    /** Returns once the lock is held. */
    public static <S> Holder holding(Crew crew, Adapter adapter, AggregateStore<S> store, Subject subject) {
        return waiting(crew, adapter, store, subject).awaitHeld();
    }

    /** Waits until the lock is held. */
    public Holder awaitHeld() {
        Await.until("the holder has its lock", () -> held.getCount() == 0 || work.isDone());
        if (work.isDone()) {
            Crew.join(work);
        }
        return this;
    }

    /** Rolls back, and waits until that is done. */
    @Override
    public void close() {
        released.countDown();
        Crew.join(work);
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new TookTooLong("nobody released the holder");
        }
    }
}
