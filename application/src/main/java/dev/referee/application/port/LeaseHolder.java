package dev.referee.application.port;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LockName;
import java.time.Instant;

/**
 * A lease that is held.
 *
 * @param holder who it is, in its own words
 * @param deadline when it ends, by the store's clock
 */
public record LeaseHolder(LockName name, String holder, Fence fence, Instant deadline) {}
