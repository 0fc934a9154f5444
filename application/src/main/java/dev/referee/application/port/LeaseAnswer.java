package dev.referee.application.port;

import dev.referee.application.lock.Fence;
import java.time.Duration;

/** The answer to asking a store for a lease. */
public sealed interface LeaseAnswer {

    /** The lease is the token's. */
    record Granted(Fence fence) implements LeaseAnswer {}

    /**
     * Somebody else has it.
     *
     * @param left how long it still runs, by the store's clock, unless it is released or renewed; not negative
     */
    record Held(Duration left) implements LeaseAnswer {}
}
