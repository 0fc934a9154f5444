package dev.referee.application.port;

import java.util.Set;

/**
 * Tells an adapter how one kind of row with unique values is inserted and found, and what each of its unique constraints means. How, is for
 * the adapter's own kind ({@code SqlGuardedInsert}, {@code InMemoryGuardedInsert}); an adapter refuses another kind with an {@link
 * IllegalArgumentException}. A description without state, that may be shared between threads.
 *
 * @param <V> the row, immutable
 */
public interface GuardedInsert<V> {

    /** What the declared constraints mean, such as {@code email-taken}; each once. */
    Set<String> guards();
}
