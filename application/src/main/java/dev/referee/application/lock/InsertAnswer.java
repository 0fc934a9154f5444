package dev.referee.application.lock;

import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The answer to inserting a row that carries unique values.
 *
 * @param <V> the row
 */
public sealed interface InsertAnswer<V> {

    /** The row is there, once the transaction commits. */
    record Inserted<V>() implements InsertAnswer<V> {}

    /**
     * Somebody else has the value, and nothing was inserted. The transaction goes on.
     *
     * @param guard the declared meaning of the constraint that fired
     * @param winner the row that has the value, as it is committed (or written by this transaction)
     */
    record Found<V>(String guard, V winner) implements InsertAnswer<V> {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(Supplier<? extends R> inserted, BiFunction<String, ? super V, ? extends R> found) {
        if (this instanceof Found<V> f) {
            return found.apply(f.guard(), f.winner());
        }
        return inserted.get();
    }
}
