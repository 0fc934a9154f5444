package dev.referee.application.lock;

import dev.referee.application.port.StoreFailure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Releases a lease that the store may keep although nobody has it any more, because a reply was lost. By its token, so that it harms no
 * successor, on the workers, so that nobody waits for it, and again after longer and longer pauses, until the store has answered or the time is
 * over anyway.
 *
 * @param from what the time counts from
 */
record GivingBack(LeaseCalls calls, LeaseThreads threads, Moment from, LeaseTime time) {

    private static final Logger LOG = System.getLogger(GivingBack.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    void begin() {
        try {
            threads.work(() -> attempt(FIRST_PAUSE));
        } catch (RejectedExecutionException e) {
            ended(e);
        }
    }

    private void attempt(Duration pause) {
        try {
            boolean wasThere = calls.release(() -> {}, () -> false);
            LOG.log(Level.DEBUG, "the lease {0} was given back, if it was there: {1}", calls.name(), wasThere);
        } catch (StoreFailure e) {
            if (from.elapsed().plus(pause).compareTo(time.value()) < 0) {
                later(pause);
            } else {
                LOG.log(Level.WARNING, "a lease could not be given back, and runs out by itself", e);
            }
        }
    }

    private void later(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        Duration next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        try {
            threads.workAfter(pause, () -> attempt(next));
        } catch (RejectedExecutionException e) {
            ended(e);
        }
    }

    private static void ended(RejectedExecutionException e) {
        LOG.log(Level.WARNING, "a lease is not given back, for its threads have ended; it runs out by itself", e);
    }
}
