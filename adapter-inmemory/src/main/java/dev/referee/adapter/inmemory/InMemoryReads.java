package dev.referee.adapter.inmemory;

import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.CaseQueries;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import java.util.List;
import java.util.Optional;

/** Reads what is committed, without locks. */
final class InMemoryReads implements AuditTrail, CaseQueries {

    private final CommittedRows committed;

    InMemoryReads(CommittedRows committed) {
        this.committed = committed;
    }

    @Override
    public List<AuditEntry> of(Namespace namespace, Subject aggregate) {
        return rowsWithin(RowKey.audit(namespace, aggregate, Revision.NONE), AuditEntry.class);
    }

    List<FeeLine> feeLines(CaseId id) {
        return rowsWithin(RowKey.feeLine(id.subject(), 0), FeeLine.class);
    }

    @Override
    public Optional<PermitCase> find(CaseId id) {
        return committed
                .find(InMemoryAggregate.PERMIT_CASES.keyOf(id.subject()))
                .map(InMemoryAggregate.PERMIT_CASES::state);
    }

    @Override
    public Page list(Filter filter) {
        RowKey after = new RowKey(
                RowKey.PERMIT_CASE, filter.after().map(CaseId::toString).orElse(""), 0);
        List<PermitCase> found = committed.range(
                after,
                key -> key.table().equals(RowKey.PERMIT_CASE),
                PermitCase.class,
                permitCase -> isWanted(permitCase, filter),
                filter.limit() + 1);
        if (found.size() <= filter.limit()) {
            return new Page(found, Optional.empty());
        }
        List<PermitCase> page = found.subList(0, filter.limit());
        return new Page(page, Optional.of(page.get(page.size() - 1).id()));
    }

    private static boolean isWanted(PermitCase permitCase, Filter filter) {
        return filter.after().map(after -> permitCase.id().compareTo(after) > 0).orElse(true)
                && filter.status().map(permitCase.status()::equals).orElse(true)
                && filter.reviewer()
                        .map(reviewer -> permitCase.reviewers().contains(reviewer))
                        .orElse(true);
    }

    private <T> List<T> rowsWithin(RowKey first, Class<T> type) {
        return committed.range(
                first,
                key -> key.table().equals(first.table()) && key.text().equals(first.text()),
                type,
                row -> true,
                Integer.MAX_VALUE);
    }
}
