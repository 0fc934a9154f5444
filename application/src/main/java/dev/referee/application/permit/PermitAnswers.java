package dev.referee.application.permit;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.TypeName;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.Ruling;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Turns a ruling into what the engine writes: the next state with its event and its receipt. */
final class PermitAnswers {

    private static final int EVENT_VERSION = 1;

    private PermitAnswers() {}

    /** @param details what the event tells besides, for this action alone */
    static Decision<PermitCase> decision(
            Ruling ruling,
            Action action,
            Actor actor,
            Optional<Reason> reason,
            Instant at,
            Consumer<JsonGenerator> details) {
        return ruling.fold(
                next -> Decision.accept(
                        next,
                        event(next, action, actor, reason, at, details),
                        new Receipt(next.id(), action, next.status(), next.revision(), at).toJson()),
                Decision::refuse);
    }

    private static Event event(
            PermitCase next,
            Action action,
            Actor actor,
            Optional<Reason> reason,
            Instant at,
            Consumer<JsonGenerator> details) {
        return new Event(new TypeName("permit." + action.pastName(), EVENT_VERSION), PermitJson.object(json -> {
            json.writeNumberProperty("caseId", next.id().value());
            json.writeNumberProperty("revision", next.revision().value());
            json.writeStringProperty("status", next.status().name());
            json.writeStringProperty("actorRole", actor.role());
            json.writeStringProperty("actorId", actor.id());
            reason.ifPresent(why -> json.writeStringProperty("reason", why.text()));
            json.writeStringProperty("at", Timestamps.format(at));
            details.accept(json);
            next.addedFee().ifPresent(fee -> {
                json.writeNumberProperty("number", fee.number());
                json.writeStringProperty("description", fee.description());
                json.writeNumberProperty("amountCents", fee.amountCents());
                json.writeNumberProperty("feeTotalCents", next.feeTotalCents());
            });
        }));
    }
}
