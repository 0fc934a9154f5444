package dev.referee.acceptance.sql;

import dev.referee.acceptance.account.GuardedRow;
import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

/** Rows that a lease protects: the update itself refuses a holder whose fence is older than the last one that has written. */
final class SqlGuardedRows implements SqlAggregate<GuardedRow> {

    private static final String SELECT = "SELECT id, revision, fence, amount FROM guarded_row WHERE id = ?";
    private static final String INSERT = "INSERT INTO guarded_row (id, revision, fence, amount) VALUES (?, ?, ?, ?)";
    private static final String UPDATE =
            "UPDATE guarded_row SET revision = ?, fence = ?, amount = ? WHERE id = ? AND revision = ? AND fence <= ?";

    @Override
    public Revision revisionOf(GuardedRow row) {
        return row.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, id);
    }

    @Override
    public GuardedRow map(Row row, List<List<Row>> facts) {
        return new GuardedRow(
                new Subject(row.text("id")),
                new Revision(row.number("revision")),
                row.number("fence"),
                row.number("amount"));
    }

    @Override
    public List<Sql> insert(GuardedRow row) {
        return List.of(Sql.of(INSERT, row.id(), row.revision(), row.fence(), row.value()));
    }

    @Override
    public List<Sql> update(GuardedRow before, GuardedRow next) {
        return List.of(Sql.of(
                UPDATE, next.revision(), next.fence(), next.value(), before.id(), before.revision(), next.fence()));
    }
}
