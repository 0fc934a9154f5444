package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import java.util.List;

/** One thing that a store of leases does wrong. */
abstract class LeaseFault extends Fault {

    /** In place of the port's method of that name. */
    LeaseAnswer acquire(LeaseStore healthy, LockName name, Token token, String holder, LeaseTime time) {
        return healthy.acquire(name, token, holder, time);
    }

    /** In place of the port's method of that name. */
    boolean renew(LeaseStore healthy, LockName name, Token token, LeaseTime time) {
        return healthy.renew(name, token, time);
    }

    /** In place of the port's method of that name. */
    boolean release(LeaseStore healthy, LockName name, Token token) {
        return healthy.release(name, token);
    }

    @Override
    final LeaseStore leases(LeaseStore healthy) {
        return new Store(healthy, this);
    }

    private record Store(LeaseStore healthy, LeaseFault fault) implements LeaseStore {
        @Override
        public Capabilities capabilities() {
            return healthy.capabilities();
        }

        @Override
        public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
            return fault.acquire(healthy, name, token, holder, time);
        }

        @Override
        public boolean renew(LockName name, Token token, LeaseTime time) {
            return fault.renew(healthy, name, token, time);
        }

        @Override
        public boolean release(LockName name, Token token) {
            return fault.release(healthy, name, token);
        }

        @Override
        public List<LeaseHolder> holders(int limit) {
            return healthy.holders(limit);
        }
    }
}
