package dev.referee.application.command;

import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.application.retry.RetryPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;

/** What a command engine was built with. */
record EngineSettings(
        UnitsOfWork units,
        Participation participation,
        RetryPolicy retry,
        Duration lockWait,
        Clock clock,
        GuardedObserver observer) {

    /** Whose transaction a command runs in. */
    enum Participation {
        OWN,
        JOINED
    }

    boolean isJoined() {
        return participation == Participation.JOINED;
    }

    <R> R inUnit(Duration limit, Function<UnitOfWork, R> work) {
        try (UnitOfWork unit = isJoined() ? units.join(limit) : units.begin(limit)) {
            return work.apply(unit);
        }
    }
}
