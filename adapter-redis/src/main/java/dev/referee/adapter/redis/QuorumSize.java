package dev.referee.adapter.redis;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.util.Optional;

/** How many nodes there are, and how many decide. */
record QuorumSize(int nodes) {

    private static final int FEWEST = 3;
    private static final int MOST = 9;

    QuorumSize {
        if (nodes < FEWEST || nodes > MOST || nodes % 2 == 0) {
            throw new IllegalArgumentException("nodes must be an odd number from 3 to 9, but are " + nodes);
        }
    }

    int majority() {
        return nodes / 2 + 1;
    }

    boolean isMajority(int votes) {
        return votes >= majority();
    }

    /** Whether a majority says yes, or none can any more. */
    boolean isSettled(Round round) {
        int yes = round.count(Reply.YES);
        return isMajority(yes) || !isMajority(yes + round.open());
    }

    /** @param hasEffect whether a node has done what it was asked for */
    StoreFailure tooFew(int votes, int out, Optional<Trouble> worst, boolean hasEffect) {
        boolean mayHaveHappened =
                hasEffect || worst.filter(Trouble::mayHaveHappened).isPresent();
        String message = isMajority(votes)
                ? "no majority of the Redis nodes agreed in time"
                : votes + " of " + nodes + " Redis nodes answered, " + majority() + " must"
                        + (out == 0 ? "" : "; " + out + " may have forgotten leases and stay out for now");
        return new StoreFailure(
                hasEffect
                        ? FailureKind.CONNECTION_LOST
                        : worst.map(Trouble::kind).orElse(FailureKind.UNAVAILABLE),
                mayHaveHappened ? Phase.COMMIT : Phase.BEGIN,
                mayHaveHappened,
                message,
                worst.isPresent() ? worst.get() : new IllegalStateException(message));
    }
}
