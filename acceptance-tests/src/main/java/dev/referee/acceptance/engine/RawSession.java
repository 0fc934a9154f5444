package dev.referee.acceptance.engine;

import dev.referee.application.port.Feature;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;

/**
 * One transaction of a program that knows nothing of Referee, begun when this is made. What the engine throws comes unchanged, wrapped where it
 * is checked. Used by one thread at a time, {@link #kill()} aside.
 */
public interface RawSession extends AutoCloseable {

    /** Locks an account's row as a reader that means to write does, and waits as long as the engine lets it. */
    void lockAccount(Subject account);

    /** Adds so much to an account, its revision raised by one. */
    void deposit(Subject account, long cents);

    /** Inserts a fee line without locking its case, and without touching the total. */
    void insertFee(CaseId parent, int number, long cents);

    /** Inserts a row for this operation, so that another one with the same key has to wait for this transaction. */
    default void insertOperation(OperationKey key) {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /** Inserts an audit row for this revision, so that another one has to wait for this transaction. */
    default void insertAudit(Namespace namespace, Subject aggregate, Revision revision) {
        throw new HookMissing(Feature.CONNECTIONS);
    }

    /** Makes the session one that the engine does not choose as a deadlock's victim while another one can be had. */
    void preferToSurvive();

    void commit();

    /** Loses the connection without a rollback, as a process does that dies. */
    void kill();

    /** Rolls back what is not committed. */
    @Override
    void close();
}
