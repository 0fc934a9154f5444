package dev.referee.application.port;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Instant;
import java.util.Optional;

/**
 * Who changed an aggregate, how, and why: one row per revision.
 *
 * @param revision the revision that the change made
 * @param action the command's name, without version
 * @param at the engine's time of the decision, in whole microseconds
 */
public record AuditEntry(
        Namespace namespace,
        Subject aggregate,
        Revision revision,
        String action,
        Actor actor,
        Optional<Reason> reason,
        Instant at) {}
