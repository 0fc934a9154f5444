package dev.referee.acceptance.steps;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often a store of leases refuses. Safe for many threads. */
public final class CountedLeases implements LeaseStore {

    private final LeaseStore store;
    private final AtomicInteger refused = new AtomicInteger();

    public CountedLeases(LeaseStore store) {
        this.store = store;
    }

    public int refused() {
        return refused.get();
    }

    @Override
    public Capabilities capabilities() {
        return store.capabilities();
    }

    @Override
    public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
        LeaseAnswer answer = store.acquire(name, token, holder, time);
        if (answer instanceof LeaseAnswer.Held) {
            refused.incrementAndGet();
        }
        return answer;
    }

    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        return store.renew(name, token, time);
    }

    @Override
    public boolean release(LockName name, Token token) {
        return store.release(name, token);
    }

    @Override
    public List<LeaseHolder> holders(int limit) {
        return store.holders(limit);
    }
}
