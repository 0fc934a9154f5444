package dev.referee.domain.permit;

import java.util.function.Function;

/** What {@link PermitRules} say to one action. */
public sealed interface Ruling {

    /** The action is allowed; {@code next} is the case after it, one revision on. */
    record Allowed(PermitCase next) implements Ruling {}

    /** The action is refused; the case stays as it is. */
    record Refused(PermitRefusal refusal) implements Ruling {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super PermitCase, ? extends R> allowed, Function<? super PermitRefusal, ? extends R> refused) {
        if (this instanceof Allowed a) {
            return allowed.apply(a.next());
        }
        return refused.apply(((Refused) this).refusal());
    }
}
