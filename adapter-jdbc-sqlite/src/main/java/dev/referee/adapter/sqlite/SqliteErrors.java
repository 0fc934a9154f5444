package dev.referee.adapter.sqlite;

import static dev.referee.adapter.jdbc.dialect.ErrorTable.code;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.ErrorTable.Entry;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.Phase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * SQLite with the driver of xerial: the extended result code says all; there is no SQLState. V: provoked and seen; D: from the documentation. An
 * error that SQLite itself answers to COMMIT leaves the transaction not committed, but for those of input and output: whether the log's last
 * frame has reached the disk is not known then.
 */
final class SqliteErrors {

    private static final int IOERR = 10;

    private SqliteErrors() {}

    static ErrorTable table() {
        List<Entry> rows = new ArrayList<>(List.of(
                // Another one writes (V), or reads the log anew after a crash (D), or a lock with a time-out of its own
                // (D).
                code(5).in(Phase.LOCK).means(Meaning.BUSY),
                code(261).in(Phase.LOCK).means(Meaning.BUSY),
                code(773).in(Phase.LOCK).means(Meaning.BUSY),
                code(5).means(Meaning.CONTENTION),
                code(261).means(Meaning.CONTENTION),
                code(773).means(Meaning.CONTENTION),
                // A transaction that has read before another one committed cannot write any more (V). Waiting does not
                // help.
                code(517).means(Meaning.CONTENTION),
                // By the same connection (V), or by one that shares its cache (V).
                code(6).means(Meaning.CONTENTION),
                code(262).means(Meaning.CONTENTION),
                // The lock protocol was tried in vain for long (D).
                code(15).means(Meaning.CONTENTION),
                // Interrupted (V), and a query that a rollback ended (D).
                code(9).means(Meaning.CONTENTION),
                code(516).means(Meaning.CONTENTION),
                // Unique (V), primary key (V), rowid (V).
                code(2067).means(Meaning.DUPLICATE),
                code(1555).means(Meaning.DUPLICATE),
                code(2579).means(Meaning.DUPLICATE),
                // Read-only file (V): no other connection to it would be better. The file was moved or replaced (V).
                code(8).means(Meaning.REJECTED),
                code(1032).means(Meaning.CONNECTION_LOST).discards(),
                // Full (V): nothing is lost of what was there.
                code(13).means(Meaning.REJECTED),
                // Damaged (V), not a database (V).
                code(11).means(Meaning.REJECTED).discards(),
                code(26).means(Meaning.REJECTED).discards(),
                // The file cannot be opened (V).
                code(14).means(Meaning.UNAVAILABLE).discards()));
        // Input and output (D; one of them V), each kind with a code of its own.
        for (SQLiteErrorCode each : SQLiteErrorCode.values()) {
            if ((each.code & 0xff) == IOERR) {
                rows.add(code(each.code)
                        .means(Meaning.CONNECTION_LOST)
                        .unknownAtCommit()
                        .discards());
            }
        }
        return new ErrorTable(rows)
                .rollingBackWhatItAnswers(failure -> failure instanceof SQLiteException)
                .readingCodes(SqliteErrors::extended);
    }

    /** The vendor code of JDBC is only the low byte. A code that the driver does not know by name is left as that. */
    private static int extended(SQLException failure) {
        if (failure instanceof SQLiteException known && known.getResultCode() != SQLiteErrorCode.UNKNOWN_ERROR) {
            return known.getResultCode().code;
        }
        return failure.getErrorCode();
    }
}
