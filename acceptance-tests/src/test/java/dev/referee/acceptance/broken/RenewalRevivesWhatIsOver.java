package dev.referee.acceptance.broken;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;

/** A renewal looks at the token, and not at the deadline. */
final class RenewalRevivesWhatIsOver extends LeaseFault {

    @Override
    boolean renew(LeaseStore healthy, LockName name, Token token, LeaseTime time) {
        return healthy.renew(name, token, time)
                || healthy.acquire(name, token, "revived", time) instanceof LeaseAnswer.Granted;
    }
}
