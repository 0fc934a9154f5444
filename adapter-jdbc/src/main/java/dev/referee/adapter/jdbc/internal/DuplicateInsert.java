package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.Phase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Optional;

/** One insert that may meet a duplicate and leaves the transaction usable then: behind a savepoint where a failed statement aborts it. */
final class DuplicateInsert {

    private final Connection on;
    private final Shared shared;

    DuplicateInsert(Connection on, Shared shared) {
        this.on = on;
        this.shared = shared;
    }

    /** The duplicate, undone; empty if the row was inserted. */
    Optional<SQLException> run(Sql sql) throws SQLException {
        return shared.dialect().capabilities().failedStatementAborts() ? behindSavepoint(sql) : plainly(sql);
    }

    private Optional<SQLException> behindSavepoint(Sql sql) throws SQLException {
        Savepoint before = on.setSavepoint();
        Optional<SQLException> duplicate = plainly(sql);
        if (duplicate.isPresent()) {
            on.rollback(before);
        }
        on.releaseSavepoint(before);
        return duplicate;
    }

    private Optional<SQLException> plainly(Sql sql) throws SQLException {
        try {
            shared.statements().update(on, sql);
            return Optional.empty();
        } catch (SQLException e) {
            if (shared.classifier().verdict(e, Phase.WRITE, false).meaning() != Meaning.DUPLICATE) {
                throw e;
            }
            return Optional.of(e);
        }
    }
}
