package dev.referee.application.port;

import dev.referee.domain.command.Event;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Instant;
import java.util.UUID;

/**
 * One event of one aggregate, appended in its command's transaction and never changed. Its columns are the ones that
 * change-data capture reads: id, aggregatetype, aggregateid, type, payload.
 *
 * @param revision gives the order of an aggregate's events
 * @param at the engine's time of the decision, in whole microseconds
 */
public record OutboxEvent(
        UUID id, Namespace namespace, Subject aggregate, Revision revision, Event event, Instant at) {}
