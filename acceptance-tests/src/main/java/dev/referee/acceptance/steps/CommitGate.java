package dev.referee.acceptance.steps;

import dev.referee.acceptance.engine.DriverListener;
import java.util.concurrent.CountDownLatch;

/** Holds the next transaction of a node when it is about to commit, until it is let through. For transactions that tell no steps. */
public final class CommitGate implements DriverListener {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean shut;

    /** From now on. */
    public void shut() {
        shut = true;
    }

    /** Waits until somebody is held. */
    public void awaitReached() {
        Crew.awaitAll(reached);
    }

    public void open() {
        opened.countDown();
    }

    @Override
    public void before(Call call) {
        if (shut && call.kind() == Kind.COMMIT) {
            reached.countDown();
            Crew.awaitAll(opened);
        }
    }
}
