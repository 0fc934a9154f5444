package dev.referee.application.port;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LockName;
import dev.referee.domain.command.Check;
import java.time.Instant;

/**
 * A lease that is held.
 *
 * @param holder who it is, in its own words
 * @param deadline when it ends, by the store's clock
 */
public record LeaseHolder(LockName name, String holder, Fence fence, Instant deadline) {

    /** The longest list of holders. */
    public static final int MOST = 10_000;

    private static final int LABEL_LENGTH = 200;

    /** Returns the label of a holder if it is 1 to 200 code points. */
    public static String checkLabel(String holder) {
        return Check.text("holder", holder, LABEL_LENGTH);
    }

    /** Returns how many holders are asked for if it is 1 to 10,000. */
    public static int checkLimit(int limit) {
        return Math.toIntExact(Check.range("limit", limit, 1, MOST));
    }
}
