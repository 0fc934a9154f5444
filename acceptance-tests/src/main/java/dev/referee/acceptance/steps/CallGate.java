package dev.referee.acceptance.steps;

import dev.referee.acceptance.engine.DriverListener;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** Holds one call of a node to its driver until it is let through. For transactions that tell no steps. Safe for many threads. */
public final class CallGate implements DriverListener {

    private Optional<Hold> next = Optional.empty();

    /** The next transaction that is about to commit is held. */
    public Hold shutAtCommit() {
        return shut(call -> call.kind() == Kind.COMMIT, 0);
    }

    /** A call is held, of any kind but for a connection's making and end; so many others are let through before. */
    public Hold shutAfter(int others) {
        return shut(call -> call.kind() != Kind.OPEN && call.kind() != Kind.CLOSE, others);
    }

    /** Holds nobody, unless it does already. */
    public synchronized void disarm() {
        next = Optional.empty();
    }

    private synchronized Hold shut(Predicate<Call> which, int others) {
        Hold hold = new Hold(which, others);
        next = Optional.of(hold);
        return hold;
    }

    @Override
    public void before(Call call) {
        Optional<Hold> here;
        synchronized (this) {
            here = next.filter(hold -> hold.which.test(call) && hold.others-- == 0);
            if (here.isPresent()) {
                next = Optional.empty();
            }
        }
        here.ifPresent(Hold::hold);
    }

    /** A place where one call is held. */
    public static final class Hold {

        private final Predicate<Call> which;
        private int others;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        private Hold(Predicate<Call> which, int others) {
            this.which = which;
            this.others = others;
        }

        /** Whether somebody is held here, or was. */
        public boolean isReached() {
            return reached.getCount() == 0;
        }

        /** Waits until somebody is held. */
        public void awaitReached() {
            Crew.awaitAll(reached);
        }

        public void open() {
            opened.countDown();
        }

        private void hold() {
            reached.countDown();
            Crew.awaitAll(opened);
        }
    }
}
