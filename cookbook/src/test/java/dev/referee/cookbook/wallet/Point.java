package dev.referee.cookbook.wallet;

import dev.referee.application.port.Step;
import java.util.Optional;

/** Where a process is killed while it credits a payment, in the order in which it comes by. */
enum Point {
    BEFORE_THE_CLAIM,
    AFTER_THE_CLAIM,
    /** The wallet's row is locked. */
    UNDER_THE_LOCK,
    /** The receipt is written, and the wallet is not. */
    BETWEEN_RECEIPT_AND_EFFECT,
    BEFORE_COMMIT,
    /** The effect is there, and the claim has no result. */
    BEFORE_THE_RECORD,
    AFTER_THE_RECORD;

    /** The point that lies before this step of the effect's transaction. */
    static Optional<Point> before(Step step) {
        return switch (step) {
            case FACTS -> Optional.of(UNDER_THE_LOCK);
            case WRITE_AGGREGATE -> Optional.of(BETWEEN_RECEIPT_AND_EFFECT);
            case COMMIT -> Optional.of(BEFORE_COMMIT);
            default -> Optional.empty();
        };
    }

    /** Whether the claim is made, and its result not recorded. */
    boolean isPending() {
        return this != BEFORE_THE_CLAIM && this != AFTER_THE_RECORD;
    }

    /** Whether the effect is there by then. */
    boolean isAfterTheEffect() {
        return compareTo(BEFORE_COMMIT) > 0;
    }
}
