package dev.referee.application.port;

/**
 * Thrown by an adapter when the store failed. The unit of work can only be closed after it.
 */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final Phase phase;
    private final boolean outcomeUnknown;

    /**
     * @param message what failed, without SQL
     * @param outcomeUnknown whether the transaction may have been committed; only ever true in phase {@link Phase#COMMIT}
     */
    public StoreFailure(FailureKind kind, Phase phase, boolean outcomeUnknown, String message, Throwable cause) {
        super(message, cause);
        if (outcomeUnknown && phase != Phase.COMMIT) {
            throw new IllegalArgumentException("before COMMIT nothing can be committed, but phase is " + phase);
        }
        this.kind = kind;
        this.phase = phase;
        this.outcomeUnknown = outcomeUnknown;
    }

    public FailureKind kind() {
        return kind;
    }

    public Phase phase() {
        return phase;
    }

    /** Whether the transaction may have been committed all the same. */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
