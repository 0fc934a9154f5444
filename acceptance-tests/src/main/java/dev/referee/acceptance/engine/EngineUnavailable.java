package dev.referee.acceptance.engine;

/** Thrown by a fixture when its engine cannot be had on this machine; the message says why and goes into the report. */
public final class EngineUnavailable extends Exception {

    private static final long serialVersionUID = 1L;

    public EngineUnavailable(String reason) {
        super(reason);
    }

    public EngineUnavailable(String reason, Throwable cause) {
        super(reason, cause);
    }
}
