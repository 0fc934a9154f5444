package dev.referee.adapter.h2;

import static dev.referee.adapter.jdbc.dialect.ErrorTable.code;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.Phase;

/** H2 with its own driver: the vendor code says all. V: provoked and seen; S: read in the source; D: from the documentation. */
final class H2Errors {

    private H2Errors() {}

    static ErrorTable table() {
        return ErrorTable.of(
                // The wait for a row ended, or NOWAIT (V).
                code(50200, "HYT00").in(Phase.LOCK).means(Meaning.BUSY),
                code(50200, "HYT00").means(Meaning.CONTENTION),
                // Deadlock, and a write conflict above READ COMMITTED (V); concurrent update, normally retried inside
                // (S).
                code(40001, "40001").means(Meaning.CONTENTION),
                code(90131).means(Meaning.CONTENTION),
                // An error inside H2, which passes: a look at INFORMATION_SCHEMA.SESSIONS can meet a session that is
                // just
                // losing its transaction (V, under 16 threads; S).
                code(50000, "HY000").means(Meaning.CONTENTION).unknownAtCommit(),
                // Cancelled (S).
                code(57014, "57014").means(Meaning.CONTENTION).unknownAtCommit(),
                code(23505, "23505").means(Meaning.DUPLICATE),
                // Closed (V), broken (S), shut down (V), connection lost (S), I/O: file channel closed by an interrupt
                // (S).
                code(90007).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                code(90067).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                code(90098).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                code(90121).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                code(90028).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                code(90031).means(Meaning.CONNECTION_LOST).unknownAtCommit().discards(),
                // Locked by another process (D).
                code(90020).means(Meaning.UNAVAILABLE).unknownAtCommit().discards(),
                // The database is read-only (S): no other connection to it would be better.
                code(90097).means(Meaning.REJECTED));
    }
}
