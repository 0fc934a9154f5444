package dev.referee.desk.http;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.referee.application.port.CaseQueries.Page;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A case as it is shown. */
@JsonPropertyOrder({"caseId", "title", "applicant", "status", "revision", "reviewers", "feeLines", "feeTotalCents"})
record CaseView(
        long caseId,
        String title,
        String applicant,
        String status,
        long revision,
        List<Long> reviewers,
        int feeLines,
        long feeTotalCents) {

    static CaseView of(PermitCase permitCase) {
        return new CaseView(
                permitCase.id().value(),
                permitCase.title().text(),
                permitCase.applicant().id(),
                permitCase.status().name(),
                permitCase.revision().value(),
                permitCase.reviewers().stream().map(ReviewerId::value).toList(),
                permitCase.feeLines(),
                permitCase.feeTotalCents());
    }

    /** One page; {@code next} is what {@code after} must be for the next one, null on the last. */
    @JsonPropertyOrder({"items", "next"})
    record CasePage(List<CaseView> items, @Nullable Long next) {

        static CasePage of(Page page) {
            return new CasePage(
                    page.items().stream().map(CaseView::of).toList(),
                    page.next().map(CaseId::value).orElse(null));
        }
    }
}
