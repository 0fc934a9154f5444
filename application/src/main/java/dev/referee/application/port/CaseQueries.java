package dev.referee.application.port;

import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Status;
import java.util.List;
import java.util.Optional;

/** Reads permit cases as they are committed, without locks. Safe for many threads. All methods throw {@link StoreFailure}. */
public interface CaseQueries {

    Optional<PermitCase> find(CaseId id);

    /** One page in the order of the case ids. */
    Page list(Filter filter);

    /**
     * Which cases a page shows.
     *
     * @param status only cases in this status
     * @param reviewer only cases that this reviewer is assigned to
     * @param after only cases with a higher id
     * @param limit 1 to 100
     */
    record Filter(Optional<Status> status, Optional<ReviewerId> reviewer, Optional<CaseId> after, int limit) {
        public Filter {
            if (limit < 1 || limit > 100) {
                throw new IllegalArgumentException("limit must be 1 to 100, but is " + limit);
            }
        }
    }

    /**
     * Cases in the order of their ids.
     *
     * @param next the id to go on after; empty on the last page
     */
    record Page(List<PermitCase> items, Optional<CaseId> next) {
        public Page {
            items = List.copyOf(items);
        }
    }
}
