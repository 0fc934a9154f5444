package dev.referee.adapter.jdbc.dialect;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** How a name is locked until the transaction ends. Without state; safe for many threads. */
public interface NameLocks {

    /**
     * Takes the lock.
     *
     * @param limit how long to wait, by the server's own timer; zero: answer at once. A limit on the locking statement is in force already where
     *     {@link SessionSettings#boundsLock} says so
     * @return false if somebody else has it: that leaves the transaction open
     * @throws SQLException also if the wait ended in a way that the error table calls {@link Meaning#BUSY}
     */
    boolean take(Statements on, LockKey key, Duration limit) throws SQLException;

    /**
     * Gives names back after the transaction, on the same session, in one statement; never those of somebody else. Empty where locks end with
     * the transaction by themselves.
     *
     * @param keys each was taken once, or may have been
     */
    default Optional<Sql> release(Collection<LockKey> keys) {
        return Optional.empty();
    }

    /** The library's table that holds lock rows, without its prefix, if there is one. Its primary key is {@code id}. */
    default Optional<String> table() {
        return Optional.empty();
    }

    /** The transaction, for the statements that take a lock. The library's tables are written as {@code {table}}. */
    interface Statements {

        List<Row> query(Sql sql) throws SQLException;

        int update(Sql sql) throws SQLException;

        /** Limits the statements that follow, as {@link SessionSettings#limit} does. */
        void limit(Duration statement) throws SQLException;
    }
}
