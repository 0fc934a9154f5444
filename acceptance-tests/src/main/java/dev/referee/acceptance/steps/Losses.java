package dev.referee.acceptance.steps;

import dev.referee.application.lock.LockName;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Keeps what leases report. Safe for many threads. */
public final class Losses implements LockObserver {

    private final List<LockName> lost = new ArrayList<>();
    private final List<Instant> told = new ArrayList<>();
    private int waits;
    private int busy;

    @Override
    public synchronized void waited(LockKind kind, Duration waited) {
        waits++;
    }

    @Override
    public synchronized void busy(LockKind kind) {
        busy++;
    }

    @Override
    public synchronized void leaseLost(LockName name) {
        lost.add(name);
    }

    /** To be given to a lease, as what is to run when it is lost. */
    public synchronized void note() {
        told.add(Instant.now());
    }

    /** The leases that were reported as lost. */
    public synchronized List<LockName> lost() {
        return List.copyOf(lost);
    }

    /** When the holder was told, each time. */
    public synchronized List<Instant> told() {
        return List.copyOf(told);
    }

    public synchronized int waits() {
        return waits;
    }

    public synchronized int busyAnswers() {
        return busy;
    }

    /** Waits until the holder was told, and gives the moment. */
    public Instant awaitTold() {
        Await.until("the holder is told", () -> !told().isEmpty() && !lost().isEmpty());
        return told().get(0);
    }
}
