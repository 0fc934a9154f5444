package dev.referee.application.port;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One transaction, driven in this order: {@link #lock} as often as needed, {@link #read}, {@link #insert} and {@link #update} as needed, {@link
 * #commit} at most once, {@link #close} always. Closing without a commit rolls back.
 *
 * <p>After any {@link StoreFailure}, and after any failed statement that ran on this transaction (a swallowed one of the embedding
 * service's own SQL included), it can only be rolled back: {@link #commit} throws. An adapter may send what one call needs as one group
 * to the server; it may not send anything across two calls that would let a later call see less.
 *
 * <p>Used by one thread.
 */
public interface UnitOfWork extends AutoCloseable {

    /**
     * Locks one aggregate's row, and then, in later statements that see everything committed before the lock was granted, reads its
     * facts and the stored operations with these keys.
     *
     * @throws StoreFailure in phase {@link Phase#LOCK} or {@link Phase#FACTS}; a wait that ends is not a failure but {@link
     *     LockAnswer.Busy}
     */
    <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> operations);

    /**
     * Reads an aggregate as it is committed now, without a lock; where an engine has a single lock for all that write ({@link
     * Feature#ROW_LOCKS} is missing), that one is taken first, as for anything else in a unit of work.
     */
    <S> Optional<S> read(AggregateStore<S> store, Subject subject);

    /**
     * Writes {@code next} over {@code before} at once, guarded by the revision of {@code before}.
     *
     * @return false if the aggregate is not at that revision any more, or gone: then nothing was changed
     */
    <S> boolean update(AggregateStore<S> store, S before, S next);

    /**
     * Writes a new aggregate at once.
     *
     * @throws StoreFailure of kind {@link FailureKind#DUPLICATE_AGGREGATE} if its own row met a unique constraint
     */
    <S> void insert(AggregateStore<S> store, S state);

    /**
     * What kept this unit from being committed until now: the first failure of a call, or of the embedding service's own SQL on this
     * transaction. Empty while there is none, and for an adapter that cannot tell.
     */
    default Optional<StoreFailure> failure() {
        return Optional.empty();
    }

    /**
     * Writes the changes in order (of each: aggregate, audit row, operation row, outbox row) and commits. An empty list just
     * commits.
     *
     * @throws StoreFailure in phase {@link Phase#WRITE}: nothing is committed; or {@link Phase#COMMIT}: see {@link
     *     StoreFailure#outcomeUnknown()}; or, after {@link LockAnswer.Busy} by a timed or refused wait, {@link StoreFailure#afterBusy}
     */
    void commit(List<Change<?>> changes);

    /**
     * Lets the transaction only roll back, as a failure of the store does, a caller's that this takes part in too; for work that threw. By
     * default nothing, for a transaction of its own is rolled back by {@link #close}.
     */
    default void fail() {}

    /** Rolls back what is not committed and gives the connection back as it came, or discards it if it is broken. Never throws. */
    @Override
    void close();

    /**
     * What was found under the lock.
     *
     * @param answer the aggregate
     * @param operations the stored operations among those asked for; empty after {@link LockAnswer.Busy}
     */
    record Locked<S>(LockAnswer<S> answer, Map<OperationKey, StoredOperation> operations) {
        public Locked {
            operations = Map.copyOf(operations);
        }
    }
}
