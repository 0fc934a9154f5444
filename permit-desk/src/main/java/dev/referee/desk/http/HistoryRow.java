package dev.referee.desk.http;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.Timestamps;
import dev.referee.application.port.AuditEntry;
import dev.referee.domain.command.Reason;
import dev.referee.domain.permit.Action;
import org.jspecify.annotations.Nullable;

/** An audit row as it is shown; {@code reason} is null where none was given, {@code at} is spelled as in a receipt. */
@JsonPropertyOrder({"revision", "action", "actor", "reason", "at"})
record HistoryRow(
        long revision,
        String action,
        ActorView actor,
        @Nullable String reason,
        String at) {

    @JsonPropertyOrder({"role", "id"})
    record ActorView(String role, String id) {}

    static HistoryRow of(AuditEntry entry) {
        return new HistoryRow(
                entry.revision().value(),
                PermitCommands.actionOf(entry.action()).map(Action::wireName).orElse(entry.action()),
                new ActorView(entry.actor().role(), entry.actor().id()),
                entry.reason().map(Reason::text).orElse(null),
                Timestamps.format(entry.at()));
    }
}
