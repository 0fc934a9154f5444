package dev.referee.adapter.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The statements that set up a session for one transaction and put it back, as text without parameters. Each element is one round trip;
 * an engine that takes several statements in one string gives one element.
 *
 * <p>A value to be put back is kept on the server, by a statement that saves it in a variable of the session or the transaction.
 */
public interface SessionSettings {

    /**
     * The same for one session, told what it has now. For engines where SQL has no place in a session to keep a value that is to be put back;
     * by default these.
     */
    default SessionSettings of(Connection connection) throws SQLException {
        return this;
    }

    /**
     * Sent once auto-commit is off and before the first statement that touches a table: pins READ COMMITTED and limits waiting.
     *
     * @param first how long the next statement, the locking one, may take
     * @param rest how long later statements may take, unless {@link #limit} says otherwise
     */
    List<String> begin(Duration first, Duration rest);

    /**
     * Like {@link #begin}, but in a transaction of somebody else, who has done work in it already: isolation stays as it is, and what is
     * changed is saved for {@link #restoreJoined}.
     */
    List<String> join(Duration first, Duration rest);

    /**
     * Sent between the lock and later statements, and before a further lock, if the limit in force is too short or out of date.
     *
     * @param statement how long the next statements may take
     */
    List<String> limit(Duration statement);

    /** Whether the limit in force is what ends a locking statement too; otherwise that one brings its own, and the limit is for the others. */
    boolean boundsLock();

    /**
     * Limits one plain read in a transaction of its own, ended by rollback; empty if {@link Dialect#read} has done it in the statement. The
     * setting must end with the transaction.
     */
    default List<String> read(Duration limit) {
        return List.of();
    }

    /** Sent after commit or rollback, before the connection goes back; empty if all settings ended with the transaction. */
    List<String> restore();

    /** Sent when taking part in somebody else's transaction ends, inside it. */
    List<String> restoreJoined();

    /** Whether {@link #restoreJoined} still has something to do, and can, after a statement of the transaction failed. */
    boolean restoresAfterFailure();
}
