package dev.referee.adapter.postgres;

import static dev.referee.adapter.jdbc.dialect.ErrorTable.state;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.Phase;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;

/**
 * PostgreSQL with its own driver: the vendor code is always 0, the SQLState says all. V: provoked and seen; S: read in the source; D: from
 * the documentation.
 */
final class PostgresErrors {

    private PostgresErrors() {}

    static ErrorTable table() {
        return ErrorTable.of(
                        // The wait for the row: statement_timeout (V), NOWAIT and lock_timeout (V).
                        state("57014").in(Phase.LOCK).means(Meaning.BUSY),
                        state("55P03").in(Phase.LOCK).means(Meaning.BUSY),
                        // Later statements that waited too long (V). A cancelled COMMIT may be one that waits for a
                        // standby
                        // (D).
                        state("57014").means(Meaning.CONTENTION).unknownAtCommit(),
                        state("55P03").means(Meaning.CONTENTION),
                        // Serialization failure, also from COMMIT, where it is definite (V, D); deadlock (V).
                        state("40001").means(Meaning.CONTENTION),
                        state("40P01").means(Meaning.CONTENTION),
                        // Unique violation (V). An exclusion constraint is the embedding service's own business.
                        state("23505").means(Meaning.DUPLICATE),
                        // Deferred constraints are checked at COMMIT and definitely not committed (D).
                        state("23503").means(Meaning.REJECTED),
                        state("23514").means(Meaning.REJECTED),
                        state("23P01").means(Meaning.REJECTED),
                        state("23502").means(Meaning.REJECTED),
                        // A statement after a failed one (V): the failure before it decides, if it is in the chain.
                        state("25P02").means(Meaning.REJECTED).yields(),
                        // A primary that became a standby keeps its connections, which are of no use for writing (V).
                        state("25006").means(Meaning.CONNECTION_LOST).discards(),
                        // Ended by the server: administrator (V), crash (D), starting up (D), database dropped (D),
                        // idle in
                        // transaction (V),
                        // idle session (D), transaction time-out of version 17 (D).
                        state("57P01")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("57P02")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("57P03")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("57P04")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("57P05")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("25P03")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("25P04")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        // The line: lost or timed out (V), closed before (V), cannot connect (V), refused (D), protocol
                        // (S).
                        state("08006")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("08003")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("08000")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("08007")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("08P01")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards(),
                        state("08001")
                                .means(Meaning.UNAVAILABLE)
                                .unknownAtCommit()
                                .discards(),
                        state("08004")
                                .means(Meaning.UNAVAILABLE)
                                .unknownAtCommit()
                                .discards(),
                        // Too many connections, or no memory left (D).
                        state("53300")
                                .means(Meaning.UNAVAILABLE)
                                .unknownAtCommit()
                                .discards(),
                        state("53200").means(Meaning.CONTENTION).unknownAtCommit(),
                        // Statement completion unknown (D).
                        state("40003")
                                .means(Meaning.CONNECTION_LOST)
                                .unknownAtCommit()
                                .discards())
                .rollingBackWhatItAnswers(PostgresErrors::isOfServer);
    }

    /** Once COMMIT has passed, the server reports nothing less than its own end: an error that it survives means a rollback (S). */
    private static boolean isOfServer(SQLException failure) {
        return failure instanceof PSQLException told && told.getServerErrorMessage() != null;
    }
}
