package dev.referee.acceptance.engine;

/** Is told of what passes between a node's pool and the driver, on the thread that makes the call. Safe for many threads. */
public interface DriverListener {

    /** Hears nothing. */
    DriverListener NONE = new DriverListener() {};

    /** Before the driver is called. */
    default void before(Call call) {}

    /** After the driver has returned or thrown. */
    default void after(Call call) {}

    /** What a call is for. */
    enum Kind {
        /** A connection to the server is made. */
        OPEN,
        /** The session is set up or put back; no table is touched. */
        SETTING,
        /** A statement that locks a row, and touches no other table. */
        LOCK,
        /** Any other statement. */
        STATEMENT,
        COMMIT,
        ROLLBACK,
        /** The connection to the server is ended. */
        CLOSE
    }

    /**
     * One call.
     *
     * @param text the statement, or the method's name with its argument
     */
    record Call(Kind kind, String text) {}
}
