package dev.referee.application.permit;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Status;
import java.time.Instant;

/**
 * What an applied command on a case answers, and every repeat of it.
 *
 * @param status the status after the action
 * @param revision the revision that the action made
 * @param at when it was decided, in whole microseconds, within the years 0 to 9999
 */
public record Receipt(CaseId caseId, Action action, Status status, Revision revision, Instant at) {

    public Receipt {
        Timestamps.check("at", at);
    }

    /** One object with the fields in this order; {@code at} in UTC with exactly six digits of fraction. */
    public Json toJson() {
        return PermitJson.object(json -> {
            json.writeNumberProperty("caseId", caseId.value());
            json.writeStringProperty("action", action.wireName());
            json.writeStringProperty("status", status.name());
            json.writeNumberProperty("revision", revision.value());
            json.writeStringProperty("at", Timestamps.format(at));
        });
    }

    /**
     * Reads what {@link #toJson} wrote. The order of the fields does not matter; unknown, repeated and missing fields, wrong types and
     * trailing text do.
     *
     * @throws InvalidValue naming what is wrong
     */
    public static Receipt fromJson(Json json) {
        return ReceiptReader.read(json);
    }
}
