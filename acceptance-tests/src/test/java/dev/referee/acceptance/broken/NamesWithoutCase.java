package dev.referee.acceptance.broken;

import dev.referee.application.lock.LockName;
import dev.referee.application.port.Adapter;
import java.time.Duration;
import java.util.Locale;

/** Names are compared without regard to case, as MySQL does that with those of GET_LOCK. */
final class NamesWithoutCase extends Fault {

    @Override
    boolean lockName(Adapter healthy, Transaction transaction, LockName name, Duration limit) {
        return super.lockName(healthy, transaction, new LockName(name.value().toLowerCase(Locale.ROOT)), limit);
    }
}
