package dev.referee.acceptance.steps;

import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.FailureKind;
import dev.referee.domain.command.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what an engine reported. Safe for many threads. */
public final class Observed implements CommandObserver {

    private final List<FailureKind> retries = new CopyOnWriteArrayList<>();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final List<FailureKind> duplicates = new CopyOnWriteArrayList<>();
    private final AtomicInteger inDoubt = new AtomicInteger();

    /** The causes of all retries, oldest first. */
    public List<FailureKind> retries() {
        return List.copyOf(retries);
    }

    /** How long each locking statement took. */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    public List<FailureKind> duplicates() {
        return List.copyOf(duplicates);
    }

    /** How many replies to COMMIT were lost. */
    public int commitsInDoubt() {
        return inDoubt.get();
    }

    @Override
    public void retried(Namespace namespace, int attempt, FailureKind cause) {
        retries.add(cause);
    }

    @Override
    public void lockWaited(Namespace namespace, Duration waited) {
        waits.add(waited);
    }

    @Override
    public void duplicate(Namespace namespace, FailureKind constraint) {
        duplicates.add(constraint);
    }

    @Override
    public void commitInDoubt(Namespace namespace) {
        inDoubt.incrementAndGet();
    }
}
