package dev.referee.application.idempotency;

import dev.referee.domain.command.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The answer to an action. {@code Ran} and {@code Replayed} carry the same bytes for the same key, as long as it lives. */
public sealed interface ActionAnswer {

    /** The action was run by this call, and its result is recorded. */
    record Ran(ActionResult result) implements ActionAnswer {}

    /** The action was run by an earlier call; this is what that call was answered. */
    record Replayed(ActionResult result) implements ActionAnswer {}

    /**
     * Another call has claimed the key for the same action, and recorded no result: it is at work, or it failed. The action was not run by this
     * call.
     *
     * @param left how long that claim still lives; not negative. After that the next call runs the action
     */
    record Pending(Duration left) implements ActionAnswer {}

    /** The key stands for another action. Nothing was run, and nothing of that action is disclosed. */
    record Mismatch() implements ActionAnswer {}

    /** A check refused the action. Nothing was run, and nothing is known of the key. */
    record Refused(Refusal refusal) implements ActionAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Ran, ? extends R> ran,
            Function<? super Replayed, ? extends R> replayed,
            Function<? super Pending, ? extends R> pending,
            Function<? super Mismatch, ? extends R> mismatch,
            Function<? super Refused, ? extends R> refused) {
        if (this instanceof Ran r) {
            return ran.apply(r);
        }
        if (this instanceof Replayed r) {
            return replayed.apply(r);
        }
        if (this instanceof Pending p) {
            return pending.apply(p);
        }
        if (this instanceof Mismatch m) {
            return mismatch.apply(m);
        }
        return refused.apply((Refused) this);
    }

    /** What the action gave, by this call or an earlier one. */
    default Optional<ActionResult> given() {
        return fold(
                ran -> Optional.of(ran.result()),
                replayed -> Optional.of(replayed.result()),
                pending -> Optional.empty(),
                mismatch -> Optional.empty(),
                refused -> Optional.empty());
    }
}
