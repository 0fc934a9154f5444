package dev.referee.application.port;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Instant;
import java.util.Optional;

/**
 * An operation that took effect. Written once, in the transaction of its effect, and never changed, but for the outcome, which may be
 * dropped after the declared horizon.
 *
 * @param aggregate what it changed; differs from the key's subject for an opening
 * @param digest 64 hexadecimal digits
 * @param execution the random name (a UUID) of the call that took effect: it tells the call's own commit from another's after a lost
 *     reply
 * @param revision the revision that the operation made
 * @param outcome what the first caller was answered; empty once it has expired
 * @param at the engine's time of the decision, in whole microseconds
 */
public record StoredOperation(
        OperationKey key,
        Subject aggregate,
        Actor actor,
        TypeName command,
        String digest,
        String execution,
        Revision revision,
        Optional<Json> outcome,
        Instant at) {}
