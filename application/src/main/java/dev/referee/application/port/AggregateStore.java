package dev.referee.application.port;

import dev.referee.domain.command.Revision;

/**
 * Tells an adapter where the state of one kind of aggregate is kept. How it is locked, read and written is for the adapter's own kind of
 * store ({@code SqlAggregate}, {@code InMemoryAggregate}); an adapter refuses a store of another kind with an {@link
 * IllegalArgumentException}.
 *
 * <p>A store is a description without state of its own and may be shared between threads. The engine's tables are not its concern.
 *
 * @param <S> the aggregate's state, immutable
 */
public interface AggregateStore<S> {

    /** The revision held in the state. Every aggregate has one: it guards each write. */
    Revision revisionOf(S state);
}
