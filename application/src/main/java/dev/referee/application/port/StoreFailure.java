package dev.referee.application.port;

/**
 * Thrown by an adapter when the store failed. The unit of work can only be closed after it.
 */
public final class StoreFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final Phase phase;
    private final boolean outcomeUnknown;
    private final boolean busy;

    /**
     * @param message what failed, without SQL
     * @param outcomeUnknown whether the transaction may have been committed; only ever true in phase {@link Phase#COMMIT}
     */
    public StoreFailure(FailureKind kind, Phase phase, boolean outcomeUnknown, String message, Throwable cause) {
        this(kind, phase, outcomeUnknown, false, message, cause);
    }

    private StoreFailure(
            FailureKind kind, Phase phase, boolean outcomeUnknown, boolean busy, String message, Throwable cause) {
        super(message, cause);
        if (outcomeUnknown && phase != Phase.COMMIT) {
            throw new IllegalArgumentException("before COMMIT nothing can be committed, but phase is " + phase);
        }
        this.kind = kind;
        this.phase = phase;
        this.outcomeUnknown = outcomeUnknown;
        this.busy = busy;
    }

    /**
     * A transaction that was to be committed although its caller was told that a row or a name is busy.
     *
     * @param cause what ended the wait
     */
    public static StoreFailure afterBusy(Throwable cause) {
        return new StoreFailure(
                FailureKind.CONTENTION, Phase.LOCK, false, true, "what was to be locked was busy", cause);
    }

    public FailureKind kind() {
        return kind;
    }

    public Phase phase() {
        return phase;
    }

    /** Whether what failed is a wait that its caller had limited: to run it again would be to wait for longer than was said. */
    public boolean isBusy() {
        return busy;
    }

    /** Whether the transaction may have been committed all the same. */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
