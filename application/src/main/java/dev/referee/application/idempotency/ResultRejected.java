package dev.referee.application.idempotency;

/**
 * Thrown when an action has run, and what it gave is no result. The claim is kept, whatever was settled for handlers that fail: the action is
 * not run again before its time to live is over.
 */
public final class ResultRejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient IdempotencyKey key;

    ResultRejected(IdempotencyKey key, NotJson cause) {
        super(
                "the action " + key + " has run, and is not run again while its key lives, but " + cause.getMessage(),
                cause);
        this.key = key;
    }

    public IdempotencyKey key() {
        return key;
    }
}
