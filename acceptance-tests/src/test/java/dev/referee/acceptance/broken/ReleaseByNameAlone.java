package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A lease is released by its name, whoever has it. */
final class ReleaseByNameAlone extends LeaseFault {

    private final Map<LockName, Token> holders = new ConcurrentHashMap<>();

    @Override
    LeaseAnswer acquire(LeaseStore healthy, LockName name, Token token, String holder, LeaseTime time) {
        LeaseAnswer answer = healthy.acquire(name, token, holder, time);
        if (answer instanceof LeaseAnswer.Granted) {
            holders.put(name, token);
        }
        return answer;
    }

    @Override
    boolean release(LeaseStore healthy, LockName name, Token token) {
        return healthy.release(name, Optional.ofNullable(holders.get(name)).orElse(token));
    }
}
