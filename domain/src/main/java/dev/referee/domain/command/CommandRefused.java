package dev.referee.domain.command;

/** Thrown by {@link Outcome#orElseThrow()} for callers who prefer an exception to a refusal. */
public final class CommandRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    public CommandRefused(Refusal refusal) {
        super(refusal.code() + ": " + refusal.message());
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
