package dev.referee.application.idempotency;

import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An action that is asked for: its key, its digest, and what is checked before anything else. Immutable.
 *
 * <pre>{@code
 * Action.of(IdempotencyKey.of("refund", "4711"), ActionDigest.of(new TypeName("refund", 1), fields))
 *         .authorisedBy(() -> mayRefund(clerk, order) ? Optional.empty() : Optional.of(NOT_AUTHORIZED))
 *         .expecting(asked.revision(), () -> orders.revisionOf(order));
 * }</pre>
 */
public final class Action {

    private final IdempotencyKey key;
    private final ActionDigest digest;
    private final List<Supplier<Optional<Refusal>>> authorisations;
    private final List<Supplier<Optional<Refusal>>> expectations;
    private final Optional<FailedHandler> whenHandlerFails;

    private Action(
            IdempotencyKey key,
            ActionDigest digest,
            List<Supplier<Optional<Refusal>>> authorisations,
            List<Supplier<Optional<Refusal>>> expectations,
            Optional<FailedHandler> whenHandlerFails) {
        this.key = key;
        this.digest = digest;
        this.authorisations = authorisations;
        this.expectations = expectations;
        this.whenHandlerFails = whenHandlerFails;
    }

    /** Begins with an action that anybody may ask for at any time: whoever knows the key is shown its result. */
    public static Action of(IdempotencyKey key, ActionDigest digest) {
        return new Action(key, digest, List.of(), List.of(), Optional.empty());
    }

    /**
     * Also asks this, before the key is looked at, whether the caller may have the action done and may see what it gave. Called on the caller's
     * thread, and again after a wait; what it throws goes up, and the action is not run.
     *
     * @param check empty if the caller may
     */
    public Action authorisedBy(Supplier<Optional<Refusal>> check) {
        return new Action(key, digest, added(authorisations, check), expectations, whenHandlerFails);
    }

    /**
     * Also refuses the action, as {@link StaleExpectation}, if what it reads is no longer as its caller saw it. Asked after all authorisations
     * and before the key is looked at, so it must be a revision that the action itself does not change: a repeat would be refused for what the
     * first call did. What changes a revision is a command.
     *
     * @param current reads the present revision; {@link Revision#NONE} if there is none
     */
    public Action expecting(Revision expected, Supplier<Revision> current) {
        return expecting(() -> {
            Revision actual = current.get();
            return actual.equals(expected) ? Optional.empty() : Optional.of(new StaleExpectation(expected, actual));
        });
    }

    /**
     * As {@link #expecting(Revision, Supplier)}, for what has no revision but can be compared: a hash, a state that was seen.
     *
     * @param check empty if it is as expected
     */
    public Action expecting(Supplier<Optional<Refusal>> check) {
        return new Action(key, digest, authorisations, added(expectations, check), whenHandlerFails);
    }

    /** Settles for this action what {@link IdempotentActions.Builder#whenHandlerFails} settles for the others. */
    public Action whenHandlerFails(FailedHandler then) {
        return new Action(key, digest, authorisations, expectations, Optional.of(then));
    }

    public IdempotencyKey key() {
        return key;
    }

    public ActionDigest digest() {
        return digest;
    }

    Optional<FailedHandler> whenHandlerFails() {
        return whenHandlerFails;
    }

    /** The first refusal, authorisations first; each in the order in which they were added. */
    Optional<Refusal> refusal() {
        return Stream.concat(authorisations.stream(), expectations.stream())
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static <T> List<T> added(List<T> list, T one) {
        return Stream.concat(list.stream(), Stream.of(one)).toList();
    }
}
