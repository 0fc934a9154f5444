package dev.referee.application.port;

/**
 * Thrown when a command is called while its thread already holds a transaction on the same store. Were it to run there, it could not be retried;
 * were it to run beside it, it could wait for its own caller.
 */
public final class TransactionAlreadyActive extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public TransactionAlreadyActive() {
        super(
                "This thread already holds a transaction on the same store. Either call the engine after that transaction has ended,"
                        + " or take part in it explicitly with joined(), which is never retried.");
    }
}
