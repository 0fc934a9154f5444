package dev.referee.adapter.jdbc.dialect;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Capabilities;
import java.time.Duration;
import java.time.Instant;

/**
 * What differs from one database to the next, as small clauses without state. Chosen by asking the server once; safe for many
 * threads.
 */
public interface Dialect {

    /** What the server that was asked gives. */
    Capabilities capabilities();

    /** Where the migrations are, as Flyway writes it: {@code classpath:db/referee/postgres}. They know {@code ${schema}} and {@code ${prefix}}. */
    String migrations();

    /** What the failures of this server and driver mean. */
    ErrorTable errors();

    /** The settings of one transaction. */
    SessionSettings settings();

    /** An instant as it is bound: an {@link java.time.OffsetDateTime}, or epoch microseconds as a {@link Long}. */
    Object instant(Instant at);

    /**
     * Makes a locking read of a plain one.
     *
     * @param select begins with SELECT, reads one table, ends with its condition
     * @param wait what to do about a row that somebody else holds
     * @param limit how long the statement may take in all, never more than the wait that was asked for; 1 ms or more
     */
    Sql lock(Sql select, LockWait wait, Duration limit);

    /** Whether {@link java.sql.Connection#setNetworkTimeout} works with this driver. */
    boolean networkTimeout();
}
