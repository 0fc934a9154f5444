package dev.referee.acceptance.rules;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.steps.Losses;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;

/** What the rules of leases share. */
abstract class LeaseTools extends Rules {

    static final LockName NAME = new LockName("customer/4711");
    static final Duration LONG = Duration.ofHours(1);
    static final LeaseTime HOUR = LeaseTime.of(LONG);

    /** Told by the leases that {@link #leases()} gives. */
    final Losses losses = new Losses();

    /** Leases on the first node. */
    final Leases leases() {
        return leasesOn(node());
    }

    final Leases leasesOn(Node node) {
        return closeAtEnd(Leases.over(node.adapter().leases())
                .holder("the suite")
                .observer(losses)
                .build());
    }

    final LeaseStore leaseStore() {
        return node().adapter().leases();
    }

    /** Takes a lease that nobody has. */
    static Lease taken(Leases leases, Duration time) {
        return taken(leases, NAME, time);
    }

    static Lease taken(Leases leases, LockName name, Duration time) {
        return leases.tryAcquire(name, time).orElseThrow(() -> new AssertionFailedError("somebody has " + name));
    }

    /** Takes a lease from the store itself, and gives its fence. */
    final long fenceOf(Token token) {
        return granted(leaseStore().acquire(NAME, token, "the suite", HOUR));
    }

    static long granted(LeaseAnswer answer) {
        if (answer instanceof LeaseAnswer.Granted granted) {
            return granted.fence().number();
        }
        throw new AssertionFailedError("somebody has the lease: " + answer);
    }

    final Optional<LeaseHolder> holder() {
        List<LeaseHolder> all = leaseStore().holders(10);
        return all.stream().filter(each -> each.name().equals(NAME)).findFirst();
    }
}
