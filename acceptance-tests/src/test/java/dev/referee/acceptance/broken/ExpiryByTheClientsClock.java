package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Whoever asks decides by its own clock whether a lease is over. */
final class ExpiryByTheClientsClock extends LeaseFault {

    private final Map<LockName, Instant> deadlines = new ConcurrentHashMap<>();

    @Override
    LeaseAnswer acquire(LeaseStore healthy, LockName name, Token token, String holder, LeaseTime time) {
        Instant now = Instant.now();
        Optional<Instant> running = Optional.ofNullable(deadlines.get(name)).filter(now::isBefore);
        if (running.isPresent()) {
            return new LeaseAnswer.Held(Duration.between(now, running.get()));
        }
        LeaseAnswer answer = healthy.acquire(name, token, holder, time);
        if (answer instanceof LeaseAnswer.Granted) {
            deadlines.put(name, now.plus(time.value()));
        }
        return answer;
    }

    @Override
    boolean release(LeaseStore healthy, LockName name, Token token) {
        boolean released = healthy.release(name, token);
        if (released) {
            deadlines.remove(name);
        }
        return released;
    }
}
