package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.CaseQueries;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads cases with their reviewers in one statement, so that both are of one moment. */
final class JdbcCaseQueries implements CaseQueries {

    private static final String FIND = """
            SELECT c.id, c.title, c.applicant_role, c.applicant_id, c.status, c.revision, c.fee_lines,
                   c.fee_total_cents, r.reviewer_id
              FROM {permit_case} c
              LEFT JOIN {permit_reviewer} r ON r.case_id = c.id
             WHERE c.id = ?""";

    private static final String LIST = """
            SELECT c.id, c.title, c.applicant_role, c.applicant_id, c.status, c.revision, c.fee_lines,
                   c.fee_total_cents, r.reviewer_id
              FROM (SELECT p.id, p.title, p.applicant_role, p.applicant_id, p.status, p.revision, p.fee_lines,
                           p.fee_total_cents
                      FROM %s
                     ORDER BY %s
                     LIMIT ?) c
              LEFT JOIN {permit_reviewer} r ON r.case_id = c.id
             ORDER BY c.id""";

    private static final String ANY = LIST.formatted("{permit_case} p WHERE p.id > ?", "p.id");

    private static final String OF_STATUS = LIST.formatted("{permit_case} p WHERE p.id > ? AND p.status = ?", "p.id");

    private static final String REVIEWED =
            "{permit_reviewer} a JOIN {permit_case} p ON p.id = a.case_id WHERE a.reviewer_id = ? AND a.case_id > ?";

    private static final String OF_REVIEWER = LIST.formatted(REVIEWED, "a.case_id");

    private static final String OF_REVIEWER_AND_STATUS = LIST.formatted(REVIEWED + " AND p.status = ?", "a.case_id");

    private final Reads reads;
    private final Tables tables;

    JdbcCaseQueries(Reads reads, Tables tables) {
        this.reads = reads;
        this.tables = tables;
    }

    @Override
    public Optional<PermitCase> find(CaseId id) {
        return cases(Sql.of(tables.sql(FIND), id.value())).stream().findFirst();
    }

    @Override
    public Page list(Filter filter) {
        List<Object> parameters = new ArrayList<>();
        filter.reviewer().ifPresent(reviewer -> parameters.add(reviewer.value()));
        parameters.add(filter.after().map(CaseId::value).orElse(0L));
        filter.status().ifPresent(status -> parameters.add(status.name()));
        parameters.add(filter.limit() + 1);
        String text = filter.reviewer().isPresent()
                ? filter.status().isPresent() ? OF_REVIEWER_AND_STATUS : OF_REVIEWER
                : filter.status().isPresent() ? OF_STATUS : ANY;
        List<PermitCase> found = cases(Sql.of(tables.sql(text), parameters.toArray()));
        if (found.size() <= filter.limit()) {
            return new Page(found, Optional.empty());
        }
        List<PermitCase> page = found.subList(0, filter.limit());
        return new Page(page, Optional.of(page.get(page.size() - 1).id()));
    }

    private List<PermitCase> cases(Sql sql) {
        Map<Long, Row> rows = new LinkedHashMap<>();
        Map<Long, SortedSet<ReviewerId>> reviewers = new LinkedHashMap<>();
        for (Row row : reads.query(sql)) {
            long id = row.number("id");
            rows.putIfAbsent(id, row);
            SortedSet<ReviewerId> ofCase = reviewers.computeIfAbsent(id, none -> new TreeSet<>());
            if (!row.isNull("reviewer_id")) {
                ofCase.add(new ReviewerId(row.number("reviewer_id")));
            }
        }
        List<PermitCase> cases = new ArrayList<>();
        rows.forEach((id, row) -> cases.add(SqlPermitCases.read(row, reviewers.getOrDefault(id, new TreeSet<>()))));
        return cases;
    }
}
