package dev.referee.domain.command;

import java.util.function.Function;

/**
 * The answer to a command. {@code Applied} and {@code Replayed} carry the same bytes for the same operation, however often it
 * is sent.
 */
public sealed interface Outcome {

    /** The command took effect by this call. */
    record Applied(Revision revision, Json result) implements Outcome {}

    /** The command took effect by an earlier call; this is what that call was answered. */
    record Replayed(Revision revision, Json result) implements Outcome {}

    /** The command did not take effect, and nothing was written. */
    record Refused(Refusal refusal) implements Outcome {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Applied, ? extends R> applied,
            Function<? super Replayed, ? extends R> replayed,
            Function<? super Refused, ? extends R> refused) {
        if (this instanceof Applied a) {
            return applied.apply(a);
        }
        if (this instanceof Replayed r) {
            return replayed.apply(r);
        }
        return refused.apply((Refused) this);
    }

    /** Returns the result of an applied or replayed command. @throws CommandRefused if it was refused */
    default Json orElseThrow() {
        return fold(Applied::result, Replayed::result, refused -> {
            throw new CommandRefused(refused.refusal());
        });
    }
}
