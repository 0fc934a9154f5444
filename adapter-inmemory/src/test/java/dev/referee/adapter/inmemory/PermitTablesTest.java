package dev.referee.adapter.inmemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CaseQueries.Filter;
import dev.referee.application.port.CaseQueries.Page;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Status;
import dev.referee.domain.permit.Title;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermitTablesTest {

    private final InMemoryAdapter adapter = InMemoryAdapter.create();

    @Test
    void PARENT_1_an_added_fee_becomes_a_row_of_its_own() {
        PermitCase opened = permitCase(62, Status.SUBMITTED);
        publish(opened);
        FeeLine first = new FeeLine(1, "stamp", 250);
        FeeLine second = new FeeLine(2, "search", 1_000);
        PermitCase once = withFee(opened, first);
        update(opened, once);
        update(once, withFee(once, second));
        PermitCase found = adapter.caseQueries().find(new CaseId(62)).orElseThrow();
        assertEquals(Optional.empty(), found.addedFee());
        assertEquals(1_250, found.feeTotalCents());
        assertEquals(List.of(first, second), adapter.feeLines(new CaseId(62)));
        assertEquals(List.of(), adapter.feeLines(new CaseId(6)));
    }

    @Test
    void pages_follow_each_other_in_the_order_of_the_numbers() {
        List<Long> ids = List.of(2L, 9L, 10L, 11L, 99L, 100L, Long.MAX_VALUE);
        ids.forEach(id -> publish(permitCase(id, Status.DRAFT)));
        List<Long> seen = new ArrayList<>();
        Optional<CaseId> after = Optional.empty();
        int pages = 0;
        do {
            Page page = adapter.caseQueries().list(new Filter(Optional.empty(), Optional.empty(), after, 3));
            page.items().forEach(permitCase -> seen.add(permitCase.id().value()));
            after = page.next();
            pages++;
        } while (after.isPresent());
        assertEquals(ids, seen);
        assertEquals(3, pages);
    }

    @Test
    void a_page_that_ends_with_the_last_case_has_no_next() {
        publish(permitCase(1, Status.DRAFT));
        publish(permitCase(2, Status.DRAFT));
        Page page = adapter.caseQueries().list(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 2));
        assertEquals(2, page.items().size());
        assertEquals(Optional.empty(), page.next());
    }

    @Test
    void pages_are_filtered_by_status_and_reviewer() {
        publish(permitCase(1, Status.IN_REVIEW, 47));
        publish(permitCase(2, Status.IN_REVIEW, 81));
        publish(permitCase(3, Status.APPROVED, 47, 81));
        assertEquals(List.of(1L, 2L), idsOf(Optional.of(Status.IN_REVIEW), Optional.empty()));
        assertEquals(List.of(1L, 3L), idsOf(Optional.empty(), Optional.of(new ReviewerId(47))));
        assertEquals(List.of(1L), idsOf(Optional.of(Status.IN_REVIEW), Optional.of(new ReviewerId(47))));
    }

    @Test
    void case_numbers_rise_and_pass_over_those_chosen_by_callers() {
        assertEquals(new CaseId(1), adapter.caseIds().next());
        adapter.caseIds().skipTo(new CaseId(62));
        adapter.caseIds().skipTo(new CaseId(7));
        assertEquals(new CaseId(63), adapter.caseIds().next());
        adapter.caseIds().skipTo(new CaseId(Long.MAX_VALUE));
        assertThrows(StoreFailure.class, adapter.caseIds()::next);
    }

    @Test
    void what_is_missing_is_said() {
        assertEquals(
                Optional.of("Everything is gone when the process ends."),
                adapter.capabilities().whyNot(Feature.DURABILITY));
        assertEquals(Optional.empty(), adapter.capabilities().whyNot(Feature.DEADLOCK_DETECTION));
        assertThrows(
                UnsupportedOperationException.class, () -> adapter.unitsOfWork().join(Bench.LIMIT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Account", "permit_case", "fee_line", "operation", "audit", "event", "job", "a b"})
    void a_table_name_that_is_malformed_or_taken_is_refused(String name) {
        assertThrows(
                IllegalArgumentException.class, () -> InMemoryAggregate.of(name, Counter::subject, Counter::revision));
        assertThrows(
                IllegalArgumentException.class,
                () -> InMemoryGuardedInsert.of(name, String::toString, Map.of("taken", String::toString)));
    }

    private List<Long> idsOf(Optional<Status> status, Optional<ReviewerId> reviewer) {
        return adapter.caseQueries().list(new Filter(status, reviewer, Optional.empty(), 20)).items().stream()
                .map(permitCase -> permitCase.id().value())
                .toList();
    }

    /** Puts a case there without a command. */
    private void publish(PermitCase permitCase) {
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            unit.commit(List.of(Rows.opening(adapter.permitCases(), permitCase)));
        }
    }

    private void update(PermitCase before, PermitCase next) {
        AggregateStore<PermitCase> cases = adapter.permitCases();
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            assertEquals(true, unit.update(cases, before, next));
            unit.commit(List.of());
        }
    }

    private static PermitCase permitCase(long id, Status status, long... reviewers) {
        SortedSet<ReviewerId> assigned = new TreeSet<>();
        for (long reviewer : reviewers) {
            assigned.add(new ReviewerId(reviewer));
        }
        return new PermitCase(
                new CaseId(id),
                new Title("shed"),
                new Actor("applicant", "1"),
                status,
                Revision.FIRST,
                assigned,
                0,
                0,
                Optional.empty());
    }

    private static PermitCase withFee(PermitCase before, FeeLine fee) {
        return new PermitCase(
                before.id(),
                before.title(),
                before.applicant(),
                before.status(),
                before.revision().next(),
                before.reviewers(),
                fee.number(),
                before.feeTotalCents() + fee.amountCents(),
                Optional.of(fee));
    }
}
