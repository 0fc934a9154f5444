package dev.referee.acceptance.broken;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The fence is kept with the lease, and forgotten with it. */
final class FenceRestartsAfterRelease extends LeaseFault {

    private final Map<LockName, Long> last = new ConcurrentHashMap<>();
    private final Map<LockName, Long> forgotten = new ConcurrentHashMap<>();

    @Override
    LeaseAnswer acquire(LeaseStore healthy, LockName name, Token token, String holder, LeaseTime time) {
        LeaseAnswer answer = healthy.acquire(name, token, holder, time);
        if (answer instanceof LeaseAnswer.Granted granted) {
            long fence = granted.fence().number();
            last.put(name, fence);
            return new LeaseAnswer.Granted(new Fence(fence - forgotten.getOrDefault(name, 0L)));
        }
        return answer;
    }

    @Override
    boolean release(LeaseStore healthy, LockName name, Token token) {
        boolean released = healthy.release(name, token);
        if (released) {
            forgotten.put(name, last.getOrDefault(name, 0L));
        }
        return released;
    }
}
