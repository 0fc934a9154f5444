package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.FailureChain;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.adapter.jdbc.dialect.Verdict;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Looks failures up in the engine's table. */
final class Classifier {

    /** Which statement failed: a duplicate means something else for each. */
    enum Statement {
        FIRST_INSERT_OF_AGGREGATE,
        INSERT_OF_OPERATION,
        OTHER
    }

    /** On a failure that the table does not know: may have been committed, and says nothing about the connection. */
    private static final Verdict UNKNOWN = new Verdict(Meaning.REJECTED, true, false);

    /** On a failure that the table does not know, on a connection that is closed by now: pools say so without code or state. */
    private static final Verdict CLOSED = new Verdict(Meaning.CONNECTION_LOST, true, true);

    private final ErrorTable table;

    Classifier(ErrorTable table) {
        this.table = table;
    }

    Verdict verdict(Throwable failure, Phase phase, boolean closed) {
        return table.find(failure, phase, !closed).orElse(closed ? CLOSED : UNKNOWN);
    }

    /** The failure of a statement on a connection that is still there. */
    StoreFailure failure(Throwable cause, Phase phase, Statement statement) {
        return failure(cause, phase, statement, false);
    }

    StoreFailure failure(Throwable cause, Phase phase, Statement statement, boolean closed) {
        Verdict verdict = verdict(cause, phase, closed);
        boolean unknown = phase == Phase.COMMIT && verdict.maybeCommitted();
        FailureKind kind = kind(verdict.meaning(), statement);
        return new StoreFailure(kind, phase, unknown, "the database failed in phase " + phase + ": " + kind, cause);
    }

    /** What a call of the port throws. The first failure decides: what came after it may only be its consequence. */
    RuntimeException translated(Exception failure, Session session, Statement running) {
        if (failure instanceof RuntimeException programming
                && !(failure instanceof StoreFailure || session.commitSent() || isOfDatabase(failure))) {
            return programming;
        }
        Optional<Session.Failed> first = session.failure();
        if (first.isEmpty()) {
            return failure instanceof StoreFailure told
                    ? told
                    : failure(failure, session.phase(), running, session.isLost());
        }
        boolean itself = isItself(failure, first.get().cause());
        StoreFailure decided = failure(
                itself ? failure : first.get().cause(),
                first.get().phase(),
                itself ? running : Statement.OTHER,
                session.isLost());
        if (!itself) {
            decided.addSuppressed(failure);
        }
        return decided;
    }

    /** What only names another failure as its cause is a consequence of it. */
    private static boolean isItself(Exception failure, SQLException first) {
        List<SQLException> chain = FailureChain.of(failure);
        return !chain.isEmpty() && chain.get(0) == first;
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
        return !FailureChain.of(failure).isEmpty();
    }
}
