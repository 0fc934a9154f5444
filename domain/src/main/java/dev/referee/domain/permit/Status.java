package dev.referee.domain.permit;

/** Where a case stands. Stored by name. */
public enum Status {
    DRAFT,
    SUBMITTED,
    IN_REVIEW,
    CHANGES_REQUESTED,
    APPROVED,
    REJECTED,
    WITHDRAWN
}
