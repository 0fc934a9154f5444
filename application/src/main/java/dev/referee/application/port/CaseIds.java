package dev.referee.application.port;

import dev.referee.domain.permit.CaseId;
import java.util.Optional;

/** Gives numbers to new cases: each at most once, rising on one node, with gaps. Safe for many threads. */
public interface CaseIds {

    /**
     * The next number, if one can be had without writing to the store.
     *
     * @throws TransactionAlreadyActive if the thread holds a transaction on the same store
     */
    default Optional<CaseId> nextInStock() {
        return Optional.empty();
    }

    /**
     * The next number, if need be from a block that is taken in a short transaction of its own.
     *
     * @throws TransactionAlreadyActive if the thread holds a transaction on the same store
     * @throws StoreFailure if the store fails
     */
    CaseId next();

    /**
     * Makes sure that no number up to this one is given from now on (an explicit number was chosen by the caller), but for those that other
     * nodes have in stock already.
     *
     * @throws TransactionAlreadyActive if the thread holds a transaction on the same store
     * @throws StoreFailure if the store fails
     */
    void skipTo(CaseId used);
}
