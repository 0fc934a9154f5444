package dev.referee.application.idempotency;

/** What becomes of a key whose handler threw an exception. After an {@link Error} it is always kept. */
public enum FailedHandler {

    /** The claim stays pending until its time to live is over: nobody knows what the handler did before it failed. */
    KEEP,

    /**
     * The claim is released, and whoever comes next runs the action. Only for a handler whose effect is rolled back with certainty when it
     * throws, such as one that does all it does in one transaction.
     */
    RELEASE
}
