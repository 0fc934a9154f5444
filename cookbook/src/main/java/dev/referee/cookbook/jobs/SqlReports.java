package dev.referee.cookbook.jobs;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

// sample: sql
/** Where reports are kept in an SQL database. The jobs are in the library's own table. */
public final class SqlReports implements SqlAggregate<Report> {

    public static final String TABLE = """
            CREATE TABLE report (
              id       BIGINT        NOT NULL PRIMARY KEY,
              revision BIGINT        NOT NULL,
              body     VARCHAR(2000))""";

    private static final String SELECT = "SELECT id, revision, body FROM report WHERE id = ?";
    private static final String INSERT = "INSERT INTO report (id, revision, body) VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE report SET revision = ?, body = ? WHERE id = ? AND revision = ?";

    @Override
    public Revision revisionOf(Report report) {
        return report.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    @Override
    public Report map(Row row, List<List<Row>> facts) {
        return new Report(
                new ReportId(row.number("id")), new Revision(row.number("revision")), row.optionalText("body"));
    }

    @Override
    public List<Sql> insert(Report report) {
        return List.of(Sql.of(INSERT, report.id().number(), report.revision(), report.text()));
    }

    @Override
    public List<Sql> update(Report before, Report next) {
        return List.of(Sql.of(UPDATE, next.revision(), next.text(), before.id().number(), before.revision()));
    }
}
// end
