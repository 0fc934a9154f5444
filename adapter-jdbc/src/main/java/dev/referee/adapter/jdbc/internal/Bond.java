package dev.referee.adapter.jdbc.internal;

import java.sql.SQLException;
import java.time.Duration;

/** The transaction that a unit of work is bound to: its own, or its caller's. */
interface Bond {

    Session session();

    /** Sends the settings before the first statement. */
    void begin(Duration first, Duration rest) throws SQLException;

    /** Sees to it that the session's names are given back when the transaction has ended. */
    void attendNames();

    /** Lets the transaction only roll back. */
    void fail();

    /** Whether {@link #commit} really commits. */
    boolean commits();

    /** Commits if the transaction is ours. */
    void commit() throws SQLException;

    /** Ends it: rolls back what is not committed, gives everything back as it came. Never throws. */
    void close();
}
