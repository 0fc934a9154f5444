package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Looks failures up in the engine's table, the whole chain of causes and next exceptions, outermost first. */
final class Classifier {

    /** Which statement failed: a duplicate means something else for each. */
    enum Statement {
        FIRST_INSERT_OF_AGGREGATE,
        INSERT_OF_OPERATION,
        OTHER
    }

    /** A failure that the table does not know: may have been committed, and says nothing about the connection. */
    private static final ErrorTable.Entry UNKNOWN =
            ErrorTable.state("").means(Meaning.REJECTED).unknownAtCommit();

    /** A failure that the table does not know, on a connection that is closed by now: pools say so without code or state. */
    private static final ErrorTable.Entry CLOSED =
            UNKNOWN.means(Meaning.CONNECTION_LOST).discards();

    private final ErrorTable table;

    Classifier(ErrorTable table) {
        this.table = table;
    }

    ErrorTable.Entry entry(Throwable failure, Phase phase) {
        for (Throwable each : chain(failure)) {
            if (each instanceof SQLException sql) {
                Optional<ErrorTable.Entry> row = table.find(sql, phase);
                if (row.isPresent()) {
                    return row.get();
                }
            }
        }
        return UNKNOWN;
    }

    /** The failure of a statement on a connection that is still there. */
    StoreFailure failure(Throwable cause, Phase phase, Statement statement) {
        return failure(cause, phase, statement, false);
    }

    StoreFailure failure(Throwable cause, Phase phase, Statement statement, boolean closed) {
        ErrorTable.Entry known = entry(cause, phase);
        ErrorTable.Entry entry = known.equals(UNKNOWN) && closed ? CLOSED : known;
        boolean unknown = phase == Phase.COMMIT && entry.maybeCommitted();
        FailureKind kind = kind(entry.meaning(), statement);
        return new StoreFailure(kind, phase, unknown, "the database failed in phase " + phase + ": " + kind, cause);
    }

    private static FailureKind kind(Meaning meaning, Statement statement) {
        return switch (meaning) {
            case BUSY, CONTENTION -> FailureKind.CONTENTION;
            case DUPLICATE ->
                switch (statement) {
                    case FIRST_INSERT_OF_AGGREGATE -> FailureKind.DUPLICATE_AGGREGATE;
                    case INSERT_OF_OPERATION -> FailureKind.DUPLICATE_OPERATION;
                    case OTHER -> FailureKind.REJECTED;
                };
            case CONNECTION_LOST -> FailureKind.CONNECTION_LOST;
            case UNAVAILABLE -> FailureKind.UNAVAILABLE;
            case REJECTED -> FailureKind.REJECTED;
        };
    }

    /** Whether the database had a part in the failure. */
    static boolean isOfDatabase(Throwable failure) {
        return outermost(failure).isPresent();
    }

    /** What the driver threw last, whatever it was wrapped in. */
    static Optional<SQLException> outermost(Throwable failure) {
        return chain(failure).stream()
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .findFirst();
    }

    private static Set<Throwable> chain(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Throwable> ordered = new LinkedHashSet<>();
        Deque<Throwable> next = new ArrayDeque<>();
        next.add(failure);
        while (!next.isEmpty()) {
            Throwable each = next.removeFirst();
            if (!seen.add(each)) {
                continue;
            }
            ordered.add(each);
            Throwable cause = each.getCause();
            if (cause != null) {
                next.addLast(cause);
            }
            if (each instanceof SQLException sql && sql.getNextException() != null) {
                next.addLast(sql.getNextException());
            }
        }
        return ordered;
    }
}
