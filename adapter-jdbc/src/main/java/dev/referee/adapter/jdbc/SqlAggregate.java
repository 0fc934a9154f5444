package dev.referee.adapter.jdbc;

import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Subject;
import java.util.List;

/**
 * Tells every SQL adapter where an aggregate is kept: statements as values, and the mapping of rows. The adapter runs them in the
 * command's transaction, in this order: {@link #select} with the engine's locking clause, {@link #facts}, {@link #map}; later
 * {@link #insert} or {@link #update}.
 *
 * <p>An implementation has no state and is safe for many threads. {@link #insert} and {@link #update} are called on the command's thread
 * inside its transaction: Spring JDBC code that they call on the same data source takes part in it.
 *
 * @param <S> the aggregate's state, immutable
 */
public interface SqlAggregate<S> extends AggregateStore<S> {

    /**
     * Reads the aggregate's own row, and nothing else: {@code SELECT ... FROM one_table WHERE id = ?}, found by its primary key. It begins
     * with SELECT and ends with the condition, because the engine's locking clause is added to it. What other tables say belongs into
     * {@link #facts}: what a statement reads beside the row that it waits for may be out of date.
     */
    Sql select(Subject subject);

    /** Further reads, run after the lock was granted; by default none. */
    default List<Sql> facts(Subject subject) {
        return List.of();
    }

    /**
     * Makes the state.
     *
     * @param row the aggregate's own row
     * @param facts the rows of each statement of {@link #facts}, in their order
     */
    S map(Row row, List<List<Row>> facts);

    /** Writes a new aggregate. The first statement inserts its own row, so that a duplicate is told from other failures. */
    List<Sql> insert(S state);

    /**
     * Writes {@code next} over {@code before}. The first statement updates the aggregate's own row where its revision is that of {@code
     * before}, and must count 1 row; otherwise the others are not run.
     */
    List<Sql> update(S before, S next);
}
