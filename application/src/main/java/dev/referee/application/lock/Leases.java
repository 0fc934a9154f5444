package dev.referee.application.lock;

import dev.referee.application.lock.LeaseCalls.Acquired;
import dev.referee.application.lock.Moment.TimeSource;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Locks on names that end by themselves after a time, for work that no transaction can span. Safe for many threads; one for a store is enough.
 *
 * <pre>{@code
 * try (Leases leases = Leases.over(adapter.leases()).holder("importer on node 3").build()) {
 *     Optional<Lease> held = leases.tryAcquire(new LockName("customer/4711"), Duration.ofSeconds(10));
 *     ...
 * }
 * }</pre>
 *
 * <p>Time is counted by the store's clock; no clock of the holders' decides who has a lease. A call that the store does not answer is repeated
 * with the same token if its connection was lost, at most twice and within the lease's time. If that fails, too, what may have been granted is
 * given back by its token, on a thread of its own, as soon as the store answers again: so a lost reply leaves no lease without a
 * holder. Every method that asks the store throws {@link StoreFailure} if it failed, and {@link
 * dev.referee.application.port.TransactionAlreadyActive} on a thread that holds a transaction on the same store.
 */
public final class Leases implements AutoCloseable {

    /** The longest that {@link #acquire} waits. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** The longest list of holders. */
    public static final int MOST_HOLDERS = LeaseHolder.MOST;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration LEAST_PAUSE = Duration.ofMillis(2);

    private final LeaseStore store;
    private final String holder;
    private final LockObserver observer;
    private final LeaseThreads threads;
    private final TimeSource clock;
    private final Set<Lease> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Leases(Builder builder) {
        this.store = builder.store;
        this.holder = builder.holder;
        this.observer = LockObserver.guarded(builder.observer);
        this.clock = builder.clock;
        this.threads = builder.threads.orElseGet(LeaseThreads::own);
    }

    /** Begins with a holder without a name, no observer, and threads of its own. */
    public static Builder over(LeaseStore store) {
        return new Builder(store);
    }

    /**
     * Takes the lease if nobody has it.
     *
     * @param time 50 ms to 24 hours
     * @return empty if somebody else has it
     * @throws LeaseLost if the store granted it, but its answer came after the time was over
     */
    public Optional<Lease> tryAcquire(LockName name, Duration time) {
        return acquire(name, time, Duration.ZERO);
    }

    /**
     * Takes the lease, waiting up to this long for whoever has it. The store is asked again at random moments, more and more rarely, and when
     * the present holder's time is over; those who wait are served in no order. A store that does not answer can make it later, by its own
     * limits. A thread that is interrupted stops waiting and stays interrupted; while the store is asked, that is told as a {@link
     * StoreFailure}.
     *
     * @param time 50 ms to 24 hours
     * @param wait 0 to 10 minutes
     * @return empty if somebody else had it until then
     * @throws LeaseLost if the store granted it, but its answer came after the time was over
     */
    public Optional<Lease> acquire(LockName name, Duration time, Duration wait) {
        LeaseTime asked = LeaseTime.of(time);
        if (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("lease wait must be 0 to " + LONGEST_WAIT + ", but is " + wait);
        }
        requireOpen();
        long startedAt = clock.nanos();
        LeaseCalls calls = new LeaseCalls(store, clock, name, Token.random());
        Duration ceiling = FIRST_PAUSE;
        while (true) {
            Acquired acquired = acquired(calls, asked, startedAt);
            if (acquired.answer() instanceof LeaseAnswer.Granted granted) {
                observer.waited(LockKind.LEASE, since(startedAt));
                return Optional.of(opened(calls, granted.fence(), Term.from(acquired.sentAt(), asked)));
            }
            Duration left = wait.minus(since(startedAt));
            if (left.isNegative() || left.isZero() || !paused(pause(acquired.answer(), ceiling, left))) {
                observer.waited(LockKind.LEASE, since(startedAt));
                observer.busy(LockKind.LEASE);
                return Optional.empty();
            }
            ceiling = shorter(ceiling.multipliedBy(2), LONGEST_PAUSE);
        }
    }

    private Acquired acquired(LeaseCalls calls, LeaseTime asked, long startedAt) {
        Moment sentAt = Moment.now(clock);
        try {
            return calls.acquire(holder, asked);
        } catch (StoreFailure e) {
            observer.waited(LockKind.LEASE, since(startedAt));
            if (LeaseCalls.isInDoubt(e)) {
                new GivingBack(calls, threads, sentAt, asked).begin();
            }
            throw e;
        }
    }

    private Duration since(long startedAt) {
        return Duration.ofNanos(clock.nanos() - startedAt);
    }

    /** Drawn evenly up to the ceiling; if the lease, or the wait, ends before, then up to there, and not less than a moment. */
    private static Duration pause(LeaseAnswer answer, Duration ceiling, Duration left) {
        Duration runs = answer instanceof LeaseAnswer.Held held ? held.left() : Duration.ZERO;
        Duration most = shorter(ceiling, runs);
        Duration drawn = Duration.ofNanos(
                (long) (most.toNanos() * ThreadLocalRandom.current().nextDouble()));
        return shorter(drawn.compareTo(LEAST_PAUSE) < 0 ? LEAST_PAUSE : drawn, left);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static boolean paused(Duration pause) {
        try {
            Thread.sleep(pause.toMillis(), pause.toNanosPart() % 1_000_000);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Lease opened(LeaseCalls calls, Fence fence, Term term) {
        Lease lease = new Lease(calls, threads, observer, open::remove, fence, term);
        open.add(lease);
        boolean armed = armed(lease);
        if (!armed || closed || !lease.isHeld()) {
            lease.lose();
            LeaseThreads.guarded(() -> calls.release(() -> {}, () -> false));
            throw new LeaseLost(calls.name(), armed && !closed ? "was granted too late" : "was granted after the end");
        }
        return lease;
    }

    private static boolean armed(Lease lease) {
        try {
            lease.arm();
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * The leases that are held now, in the order of their names, with holder, fence and deadline by the store's clock.
     *
     * @param limit how many at most, 1 to 10,000
     */
    public List<LeaseHolder> holders(int limit) {
        LeaseHolder.checkLimit(limit);
        requireOpen();
        return store.holders(limit);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("these leases are closed");
        }
    }

    /**
     * Ends the threads. Leases that are still held are lost for their holders, who are told, for nobody would tell them any more; the store
     * is not asked, and keeps them until their time is over.
     */
    @Override
    public void close() {
        closed = true;
        open.forEach(Lease::lose);
        threads.close();
    }

    /** Collects the settings. Not safe for many threads. */
    public static final class Builder {

        private final LeaseStore store;
        private String holder = "unnamed";
        private LockObserver observer = LockObserver.NONE;
        private Optional<LeaseThreads> threads = Optional.empty();
        private TimeSource clock = TimeSource.SYSTEM;

        private Builder(LeaseStore store) {
            this.store = store;
        }

        /**
         * Who holds the leases, for people who look at {@link Leases#holders}; it decides nothing.
         *
         * @param label 1 to 200 code points
         */
        public Builder holder(String label) {
            holder = LeaseHolder.checkLabel(label);
            return this;
        }

        /** Is told of waits, busy answers and losses; of losses on the workers' threads. */
        public Builder observer(LockObserver lockObserver) {
            observer = lockObserver;
            return this;
        }

        /**
         * Threads to be used in place of own ones, and not ended by {@link Leases#close}.
         *
         * @param timer is only told to start workers, and to look at the time: one thread is enough, but nothing else may keep it busy, or
         *     losses are told late
         * @param workers renew leases, and run what is to run when one is lost: one that is busy or waits for the store must not keep others
         *     from running
         */
        public Builder threads(ScheduledExecutorService timer, Executor workers) {
            threads = Optional.of(LeaseThreads.of(timer, workers));
            return this;
        }

        /** For tests of this package. */
        Builder clock(TimeSource source) {
            clock = source;
            return this;
        }

        public Leases build() {
            return new Leases(this);
        }
    }
}
