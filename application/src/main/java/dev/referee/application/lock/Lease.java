package dev.referee.application.lock;

import dev.referee.application.lock.LeaseCalls.Renewed;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.StoreFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A name that is held for a limited time. Whoever has this handle has the lease, on whatever thread, virtual ones included. Safe for many
 * threads.
 *
 * <p>The handle counts its time from before the request was sent, and a hundredth and 2 ms less than was asked for: so it ends before the
 * store's own time does. Time is the larger of what the monotonic and the wall clock show, so that after a pause of the process, or of the
 * machine, the first look at the handle says that the lease is lost. A wall clock that is set forward can only end it too early.
 *
 * <p>A holder that was paused between its last look and its write can still be late. What the lease protects refuses it by the {@link
 * #fence}: {@code UPDATE ... SET fence = ? WHERE ... AND fence <= ?}.
 */
public final class Lease implements AutoCloseable {

    /** The longest hard maximum that {@link #keepAlive} takes. */
    public static final Duration LONGEST = Duration.ofDays(30);

    private static final Logger LOG = System.getLogger(Lease.class.getName());
    private static final Duration LEAST_PAUSE = Duration.ofMillis(10);
    private static final int RENEWALS_IN_A_TERM = 3;

    private enum State {
        HELD,
        LOST,
        /** Its release was asked for, and is not answered. */
        ENDING,
        RELEASED
    }

    private final LeaseCalls calls;
    private final LeaseThreads threads;
    private final LockObserver observer;
    private final Consumer<Lease> ended;
    private final Fence fence;
    private final Moment acquiredAt;

    /** Guards the fields below; never held while the store is asked. */
    private final Guard guard = new Guard();

    /** One renewal at a time: two would leave the handle with the wrong time. */
    private final ReentrantLock renewing = new ReentrantLock();

    private final ReentrantLock releasing = new ReentrantLock();

    /** A renewal that was granted too late, or may have been: then the store keeps the lease for longer than the holder counts. */
    private final AtomicReference<@Nullable GivingBack> inDoubt = new AtomicReference<>();

    private final List<Runnable> toTell = new ArrayList<>();
    private State state = State.HELD;
    private Term term;
    private LeaseTime time;
    private boolean releaseInDoubt;
    private boolean released;
    private Duration hardMaximum = Duration.ZERO;
    private @Nullable Future<?> alarm;
    private @Nullable Future<?> renewal;

    Lease(
            LeaseCalls calls,
            LeaseThreads threads,
            LockObserver observer,
            Consumer<Lease> ended,
            Fence fence,
            Term term) {
        this.calls = calls;
        this.threads = threads;
        this.observer = observer;
        this.ended = ended;
        this.fence = fence;
        this.acquiredAt = term.sentAt();
        this.term = term;
        this.time = term.time();
    }

    public LockName name() {
        return calls.name();
    }

    /** Higher than that of every earlier holder of this name, as far as the store keeps its data. */
    public Fence fence() {
        return fence;
    }

    /** How long it is held for certain; zero once it is lost or released. */
    public Duration remaining() {
        return isHeld() ? guard.get(() -> term.remaining()) : Duration.ZERO;
    }

    /** Whether it is held now: not lost, and its release not asked for. The answer can be out of date as soon as it is given. */
    public boolean isHeld() {
        lose(true);
        return guard.get(() -> state == State.HELD);
    }

    /**
     * Goes on only if it is held now.
     *
     * @throws LeaseLost if it is not
     */
    public void ensureHeld() {
        if (!isHeld()) {
            throw new LeaseLost(name(), guard.get(() -> state) == State.LOST ? "is lost" : "was released");
        }
    }

    /**
     * Asks for this time from now, more or less than what is left. If the store failed, the time that was left goes on running, or this one
     * if it is shorter.
     *
     * @return false if the lease is not held any more; if the store said so, the loss is told as any other
     * @throws StoreFailure if the store failed
     */
    public boolean renew(Duration newTime) {
        LeaseTime asked = LeaseTime.of(newTime);
        try {
            return renew(asked, asked);
        } finally {
            guard.run(() -> {
                if (!hardMaximum.isZero()) {
                    planRenewal(third(term.remaining()));
                }
            });
        }
    }

    /** @param usual what the lease is renewed for from now on, which the last renewal before the hard maximum is not */
    private boolean renew(LeaseTime asked, LeaseTime usual) {
        if (!isHeld()) {
            return false;
        }
        renewing.lock();
        try {
            if (!isHeld()) {
                return false;
            }
            // If the reply is lost, the shorter time may be in force.
            guard.run(() -> shorten(Term.from(Moment.now(calls.clock()), asked)));
            Renewed renewed = renewed(asked);
            if (!renewed.answer()) {
                lose();
                return false;
            }
            if (guard.get(() -> take(Term.from(renewed.sentAt(), asked), usual))) {
                return true;
            }
            doubt(asked);
            lose();
            return false;
        } finally {
            renewing.unlock();
        }
    }

    private Renewed renewed(LeaseTime asked) {
        try {
            return calls.renew(asked, this::isHeld);
        } catch (StoreFailure e) {
            if (LeaseCalls.isInDoubt(e)) {
                doubt(asked);
            }
            throw e;
        }
    }

    private GivingBack givingBack(LeaseTime granted) {
        return new GivingBack(calls, threads, Moment.now(calls.clock()), granted);
    }

    private void shorten(Term next) {
        if (state == State.HELD && next.remaining().compareTo(term.remaining()) < 0) {
            term = next;
            rearm();
        }
    }

    private boolean take(Term next, LeaseTime usual) {
        boolean inTime = state == State.HELD && !next.isOver();
        if (inTime) {
            term = next;
            time = usual;
            inDoubt.set(null);
            rearm();
        }
        return inTime;
    }

    private void doubt(LeaseTime asked) {
        inDoubt.set(givingBack(asked));
        if (guard.get(() -> state) == State.LOST) {
            giveBackWhatIsInDoubt();
        }
    }

    private void giveBackWhatIsInDoubt() {
        GivingBack there = inDoubt.getAndSet(null);
        if (there != null) {
            there.begin();
        }
    }

    /**
     * Renews it at every third of its time, on a thread of its own, until it is released or lost, or held for the hard maximum, counted from
     * its acquisition; then it runs out. A renewal that fails is tried again while there is time. Called again, it sets another maximum. A
     * maximum that ends before the time that was granted already shortens nothing.
     *
     * @param maximum 50 ms to 30 days
     */
    public void keepAlive(Duration maximum) {
        if (maximum.compareTo(LeaseTime.MIN) < 0 || maximum.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("hard maximum must be 50 ms to 30 days, but is " + maximum);
        }
        guard.run(() -> {
            hardMaximum = maximum;
            planRenewal(third(term.remaining()));
        });
    }

    private void planRenewal(Duration pause) {
        LeaseThreads.cancel(renewal);
        if (state == State.HELD) {
            try {
                renewal = threads.after(pause, () -> threads.work(this::renewInTurn));
            } catch (RejectedExecutionException e) {
                LOG.log(Level.WARNING, "a lease is not renewed, for its timer has ended", e);
            }
        }
    }

    private static Duration third(Duration whole) {
        return whole.dividedBy(RENEWALS_IN_A_TERM);
    }

    private void renewInTurn() {
        Duration left = guard.get(() -> hardMaximum).minus(acquiredAt.elapsed());
        if (left.compareTo(LeaseTime.MIN) < 0 || !isHeld()) {
            return;
        }
        LeaseTime usual = guard.get(() -> time);
        boolean last = left.compareTo(usual.value()) <= 0;
        LeaseTime asked = last ? LeaseTime.of(left) : usual;
        try {
            if (renew(asked, usual) && !last) {
                guard.run(() -> planRenewal(third(usual.value())));
            }
        } catch (StoreFailure e) {
            LOG.log(Level.DEBUG, "a lease could not be renewed, and is tried again while there is time", e);
            Duration pause = third(remaining());
            guard.run(() -> planRenewal(pause.compareTo(LEAST_PAUSE) < 0 ? LEAST_PAUSE : pause));
        }
    }

    /**
     * Runs the action once when the lease is lost, at the latest when its time is over, whatever keeps it from being renewed; at once, on this
     * thread, if it is lost already; never once its release was asked for. Otherwise it runs on a thread of its own. What it throws is logged.
     */
    public void onLost(Runnable action) {
        boolean lostAlready = !isHeld() && guard.get(() -> state) == State.LOST;
        if (!lostAlready) {
            lostAlready = guard.get(() -> {
                if (state == State.HELD) {
                    toTell.add(action);
                }
                return state == State.LOST;
            });
        }
        if (lostAlready) {
            LeaseThreads.guarded(action);
        }
    }

    /**
     * Ends it. Repeated, it gives the answer again; after a failure it asks the store again, which is harmless.
     *
     * @return whether it was held until now; false if it was lost before
     * @throws StoreFailure if the store failed. The lease is not held any more all the same, and runs out in the store if it is still there
     */
    public boolean release() {
        releasing.lock();
        try {
            lose(true);
            if (!guard.get(this::beginToEnd)) {
                return guard.get(() -> released);
            }
            ended.accept(this);
            boolean answer = calls.release(
                    () -> releaseInDoubt = true, () -> !guard.get(() -> term).isOver());
            // Nobody else can have taken it before its time was over: then it was a lost reply that released it.
            boolean wasHeld =
                    answer || (releaseInDoubt && !guard.get(() -> term).isOver());
            guard.run(() -> {
                state = State.RELEASED;
                released = wasHeld;
            });
            if (!wasHeld) {
                observer.leaseLost(name());
            }
            return wasHeld;
        } finally {
            releasing.unlock();
        }
    }

    /** Whether the store is to be asked, perhaps again. */
    private boolean beginToEnd() {
        if (state == State.HELD) {
            state = State.ENDING;
            LeaseThreads.cancel(alarm);
            LeaseThreads.cancel(renewal);
            toTell.clear();
        }
        return state == State.ENDING;
    }

    /**
     * Releases it. If the store fails, that is logged, and tried again on a thread of its own while the store may have it still; if that is in
     * vain, it runs out by itself.
     */
    @Override
    public void close() {
        try {
            boolean held = release();
            LOG.log(Level.DEBUG, "the lease {0} was held until it was closed: {1}", name(), held);
        } catch (StoreFailure e) {
            LOG.log(Level.WARNING, "a lease could not be released yet, and is given back, or runs out by itself", e);
            givingBack(guard.get(() -> term.time())).begin();
        }
    }

    /** Sets the alarm for the end of its time; throws if the timer has ended. */
    void arm() {
        guard.run(() -> alarm = threads.after(term.remaining(), this::onAlarm));
    }

    private void rearm() {
        LeaseThreads.cancel(alarm);
        try {
            arm();
        } catch (RejectedExecutionException e) {
            LOG.log(Level.WARNING, "nobody will tell that a lease is lost, for its timer has ended", e);
        }
    }

    /** The timer counts by one clock only, and may be early by the other. */
    private void onAlarm() {
        if (isHeld()) {
            guard.run(() -> {
                if (state == State.HELD) {
                    rearm();
                }
            });
        }
    }

    /** Tells everybody, unless it has ended already. */
    void lose() {
        lose(false);
    }

    private void lose(boolean onlyIfOver) {
        List<Runnable> actions = guard.get(() -> {
            if (state != State.HELD || (onlyIfOver && !term.isOver())) {
                return List.of();
            }
            state = State.LOST;
            LeaseThreads.cancel(alarm);
            LeaseThreads.cancel(renewal);
            List<Runnable> all = new ArrayList<>(toTell);
            toTell.clear();
            all.add(() -> observer.leaseLost(name()));
            return all;
        });
        if (actions.isEmpty()) {
            return;
        }
        ended.accept(this);
        giveBackWhatIsInDoubt();
        actions.forEach(threads::workOrHere);
    }

    @Override
    public String toString() {
        return "Lease[" + name() + ", fence " + fence.number() + "]";
    }
}
