package dev.referee.application.port;

/**
 * Thrown when a command, or an idempotency store, is called while its thread already holds a transaction on the same store. Were it to run there, it could not be retried;
 * were it to run beside it, it could wait for its own caller.
 */
public final class TransactionAlreadyActive extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public TransactionAlreadyActive() {
        super(
                "This thread already holds a transaction on the same store. Either call the engine after that transaction has ended,"
                        + " or take part in it explicitly with joined(), which is never retried.");
    }

    private TransactionAlreadyActive(String message) {
        super(message);
    }

    /** Of an idempotency store, whose claims must be seen by others at once. */
    public static TransactionAlreadyActive ofClaims() {
        return new TransactionAlreadyActive(
                "This thread already holds a transaction on the database of the idempotency store, and a claim commits on its own."
                        + " Either claim before that transaction begins and record after it has ended, or give the store a pool of"
                        + " its own (not on the same SQLite file, which has one writer), or take part explicitly with joined():"
                        + " then the claim is gone when the transaction rolls back.");
    }
}
