package dev.referee.desk.http;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.AuditEntry;
import dev.referee.domain.command.Reason;
import dev.referee.domain.permit.Action;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An audit row as it is shown; {@code reason} is null where none was given. */
@JsonPropertyOrder({"revision", "action", "actor", "reason", "at"})
record HistoryRow(
        long revision,
        String action,
        ActorView actor,
        @Nullable String reason,
        String at) {

    /** As in a receipt: all six digits, always. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @JsonPropertyOrder({"role", "id"})
    record ActorView(String role, String id) {}

    static HistoryRow of(AuditEntry entry) {
        return new HistoryRow(
                entry.revision().value(),
                PermitCommands.actionOf(entry.action()).map(Action::wireName).orElse(entry.action()),
                new ActorView(entry.actor().role(), entry.actor().id()),
                entry.reason().map(Reason::text).orElse(null),
                TIME.format(entry.at()));
    }
}
