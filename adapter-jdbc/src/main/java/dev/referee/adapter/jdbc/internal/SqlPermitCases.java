package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Digits;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Status;
import dev.referee.domain.permit.Title;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Keeps permit cases: the case's row, who reviews it, and its fee lines. */
final class SqlPermitCases implements SqlAggregate<PermitCase> {

    private static final String SELECT_CASE = """
            SELECT id, title, applicant_role, applicant_id, status, revision, fee_lines, fee_total_cents
              FROM {permit_case}
             WHERE id = ?""";

    private static final String SELECT_REVIEWERS = """
            SELECT reviewer_id FROM {permit_reviewer} WHERE case_id = ?""";

    private static final String INSERT_CASE = """
            INSERT INTO {permit_case}
                   (id, title, applicant_role, applicant_id, status, revision, fee_lines, fee_total_cents)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String UPDATE_CASE = """
            UPDATE {permit_case}
               SET title = ?, status = ?, revision = ?, fee_lines = ?, fee_total_cents = ?
             WHERE id = ? AND revision = ?""";

    private static final String INSERT_REVIEWER = """
            INSERT INTO {permit_reviewer} (case_id, reviewer_id) VALUES (?, ?)""";

    private static final String DELETE_REVIEWER = """
            DELETE FROM {permit_reviewer} WHERE case_id = ? AND reviewer_id = ?""";

    private static final String INSERT_FEE = """
            INSERT INTO {permit_fee} (case_id, line, description, amount_cents) VALUES (?, ?, ?, ?)""";

    /** No case has it: a subject that is not the number of a case is looked for and not found. */
    private static final long NO_CASE = 0;

    private final Tables tables;

    SqlPermitCases(Tables tables) {
        this.tables = tables;
    }

    @Override
    public Revision revisionOf(PermitCase state) {
        return state.revision();
    }

    @Override
    public Sql select(Subject subject) {
        return Sql.of(tables.sql(SELECT_CASE), number(subject));
    }

    @Override
    public List<Sql> facts(Subject subject) {
        return List.of(Sql.of(tables.sql(SELECT_REVIEWERS), number(subject)));
    }

    private static long number(Subject subject) {
        return Digits.parse(subject.value()).orElse(NO_CASE);
    }

    @Override
    public PermitCase map(Row row, List<List<Row>> facts) {
        SortedSet<ReviewerId> reviewers = new TreeSet<>();
        facts.get(0).forEach(fact -> reviewers.add(new ReviewerId(fact.number("reviewer_id"))));
        return read(row, reviewers);
    }

    static PermitCase read(Row row, SortedSet<ReviewerId> reviewers) {
        return new PermitCase(
                new CaseId(row.number("id")),
                new Title(row.text("title")),
                new Actor(row.text("applicant_role"), row.text("applicant_id")),
                Status.valueOf(row.text("status")),
                new Revision(row.number("revision")),
                reviewers,
                row.integer("fee_lines"),
                row.number("fee_total_cents"),
                Optional.empty());
    }

    @Override
    public List<Sql> insert(PermitCase state) {
        List<Sql> writes = new ArrayList<>();
        writes.add(Sql.of(
                tables.sql(INSERT_CASE),
                state.id().value(),
                state.title().text(),
                state.applicant().role(),
                state.applicant().id(),
                state.status().name(),
                state.revision().value(),
                state.feeLines(),
                state.feeTotalCents()));
        state.reviewers().forEach(reviewer -> writes.add(reviewerRow(INSERT_REVIEWER, state, reviewer)));
        state.addedFee().ifPresent(fee -> writes.add(feeRow(state, fee)));
        return writes;
    }

    @Override
    public List<Sql> update(PermitCase before, PermitCase next) {
        List<Sql> writes = new ArrayList<>();
        writes.add(Sql.of(
                tables.sql(UPDATE_CASE),
                next.title().text(),
                next.status().name(),
                next.revision().value(),
                next.feeLines(),
                next.feeTotalCents(),
                before.id().value(),
                before.revision().value()));
        before.reviewers().stream()
                .filter(reviewer -> !next.reviewers().contains(reviewer))
                .forEach(reviewer -> writes.add(reviewerRow(DELETE_REVIEWER, next, reviewer)));
        next.reviewers().stream()
                .filter(reviewer -> !before.reviewers().contains(reviewer))
                .forEach(reviewer -> writes.add(reviewerRow(INSERT_REVIEWER, next, reviewer)));
        next.addedFee().ifPresent(fee -> writes.add(feeRow(next, fee)));
        return writes;
    }

    private Sql reviewerRow(String statement, PermitCase state, ReviewerId reviewer) {
        return Sql.of(tables.sql(statement), state.id().value(), reviewer.value());
    }

    private Sql feeRow(PermitCase state, FeeLine fee) {
        return Sql.of(tables.sql(INSERT_FEE), state.id().value(), fee.number(), fee.description(), fee.amountCents());
    }
}
