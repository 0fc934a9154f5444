package dev.referee.cookbook.signup;

import java.util.function.Function;
import java.util.function.Supplier;

// sample: answer
/** What somebody is told who signs up. */
public sealed interface SignUpAnswer {

    /** Both are the new member's. */
    record Welcome(Member member) implements SignUpAnswer {}

    /** Nothing was written: somebody has the e-mail address. Who, is not for the page to say. */
    record EmailTaken() implements SignUpAnswer {}

    /** Nothing was written: somebody has the handle. */
    record HandleTaken() implements SignUpAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Member, ? extends R> welcome,
            Supplier<? extends R> emailTaken,
            Supplier<? extends R> handleTaken) {
        if (this instanceof Welcome w) {
            return welcome.apply(w.member());
        }
        return this instanceof EmailTaken ? emailTaken.get() : handleTaken.get();
    }
}
// end
