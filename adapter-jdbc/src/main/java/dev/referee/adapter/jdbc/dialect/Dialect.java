package dev.referee.adapter.jdbc.dialect;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What differs from one database to the next, as small clauses without state. Chosen by asking the server once; safe for many
 * threads.
 */
public interface Dialect {

    /** What the server that was asked gives. */
    Capabilities capabilities();

    /** Where the migrations are, as Flyway writes it: {@code classpath:db/referee/postgres}. They know {@code ${schema}} and {@code ${prefix}}. */
    String migrations();

    /** Where those of the shared idempotency store are. They know {@code ${schema}} and {@code ${table}}. */
    String idempotencyMigrations();

    /** What Flyway must be told besides, so that it needs one connection only: a lock of the session, where it would take one of a transaction. */
    default Map<String, String> flyway() {
        return Map.of();
    }

    /**
     * Called on the connection that Flyway is about to use, which sets what it needs on the session.
     *
     * @return puts back what Flyway does not put back itself; by default that is nothing
     */
    default Restore beforeMigration(Connection connection) throws SQLException {
        return migrated -> {};
    }

    /** What the failures of this server and driver mean. */
    ErrorTable errors();

    /**
     * Meets a connection of the driver that was not seen before, ahead of its first transaction. Leaves no transaction open. For what must
     * hold whenever the database is open and cannot be set once for all; by default there is nothing.
     */
    default void meet(Connection connection) throws SQLException {}

    /** The settings of one transaction. */
    SessionSettings settings();

    /** An instant as it is bound: an {@link java.time.OffsetDateTime}, or epoch microseconds as a {@link Long}. */
    Object instant(Instant at);

    /**
     * Reads one value of a result's current row; a timestamp with time zone as an {@link java.time.OffsetDateTime}. It must not ask the server.
     */
    default @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        return value instanceof Clob ? result.getString(column) : value;
    }

    /**
     * A statement that takes the lock of the whole database and changes nothing, for an engine that locks no rows. It is the first one of each
     * unit of work, sent right after {@link SessionSettings#begin} or {@link SessionSettings#join}, whose first limit is then the time to wait
     * for it, or zero for none. By default there is none.
     *
     * @param table one that is there, with its schema where it has one
     */
    default Optional<String> databaseLock(String table) {
        return Optional.empty();
    }

    /**
     * Makes a locking read of a plain one.
     *
     * @param select begins with SELECT, reads one table, ends with its condition
     * @param wait what to do about a row that somebody else holds
     * @param limit how long the statement may take in all, never more than the wait that was asked for; 1 ms or more
     */
    Sql lock(Sql select, LockWait wait, Duration limit);

    /**
     * Limits a plain read by the server's own timer, if a part of the statement can do that; otherwise {@link SessionSettings#read} does, or
     * the server has nothing that a read waits for.
     *
     * @param select begins with SELECT
     */
    default Sql read(Sql select, Duration limit) {
        return select;
    }

    /**
     * The longest wait that one locking statement is asked for; a longer one is made of several. For engines whose wait begins anew with
     * every holder that it meets, so that a queue would stretch it, and whose transaction stays open when it ends. By default there is no
     * such limit.
     */
    default Duration longestWait() {
        return LockWait.MAX;
    }

    /** How names are locked. */
    NameLocks names();

    /** How unique constraints are looked up and recognised. */
    UniqueKeys uniqueKeys();

    /**
     * The server's clock as an expression, of the type in which instants are stored. Not frozen for the transaction, where the server can do
     * that, but for the statement, so that it can bound a range of an index.
     */
    String now();

    /** {@link #now()} plus so many microseconds as one parameter says, a {@link Long}. */
    String nowPlusMicros();

    /**
     * {@link #now()} for statements that find single rows by their keys, in a transaction that may have begun long ago. Differs where {@link #now()}
     * stands still for the transaction.
     */
    default String nowInLongTransaction() {
        return now();
    }

    /** {@link #nowInLongTransaction()} plus so many microseconds as one parameter says, a {@link Long}. */
    default String nowInLongTransactionPlusMicros() {
        return nowPlusMicros();
    }

    /**
     * Whether a {@link #lock} that skips, of a read in the order of an index with a LIMIT, locks the rows that it returns and no other. If not,
     * the rows are looked up first and locked by their keys, which costs one statement more.
     */
    boolean limitsWhatItLocks();

    /** Follows the name of a table in a statement and makes the server use this index; empty where it can be relied on to do so. */
    default String byIndex(String index) {
        return "";
    }

    /** Follows the name of a table in a statement and makes the server find its rows by the primary key. */
    default String byKey() {
        return "";
    }

    /** A condition on so many values of a primary key, as that many times the key's columns of parameters, found by its index. */
    default String isOneOf(List<String> keyColumns, int keys) {
        String one = keyColumns.stream().map(column -> column + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
        return String.join(" OR ", Collections.nCopies(keys, one));
    }

    /** Whether {@link Connection#abort} ends the session, and its locks, at once; otherwise a connection is rolled back before it is discarded. */
    default boolean abortFreesLocks() {
        return true;
    }

    /** Whether {@link Connection#setNetworkTimeout} works with this driver. */
    boolean networkTimeout();

    /** Puts settings of a session back. */
    interface Restore {
        void restore(Connection migrated) throws SQLException;
    }
}
