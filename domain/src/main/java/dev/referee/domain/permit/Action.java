package dev.referee.domain.permit;

import java.util.Optional;

/** What may be done to a case. Stored and shown by {@link #wireName()}, which never changes. */
public enum Action {
    OPEN("open", "opened"),
    SUBMIT("submit", "submitted"),
    START_REVIEW("start-review", "review-started"),
    REQUEST_CHANGES("request-changes", "changes-requested"),
    RESUBMIT("resubmit", "resubmitted"),
    APPROVE("approve", "approved"),
    REJECT("reject", "rejected"),
    WITHDRAW("withdraw", "withdrawn"),
    REOPEN("reopen", "reopened"),
    ASSIGN_REVIEWER("assign-reviewer", "reviewer-assigned"),
    REMOVE_REVIEWER("remove-reviewer", "reviewer-removed"),
    ADD_FEE("add-fee", "fee-added");

    private final String wireName;
    private final String pastName;

    Action(String wireName, String pastName) {
        this.wireName = wireName;
        this.pastName = pastName;
    }

    /** The stable name: lower case with hyphens, such as {@code start-review}. */
    public String wireName() {
        return wireName;
    }

    /** The stable name of what has happened once it is done, such as {@code review-started}. */
    public String pastName() {
        return pastName;
    }

    /** Returns the action with this wire name, compared byte for byte. */
    public static Optional<Action> ofWireName(String name) {
        for (Action action : values()) {
            if (action.wireName.equals(name)) {
                return Optional.of(action);
            }
        }
        return Optional.empty();
    }
}
