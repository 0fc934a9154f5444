package dev.referee.adapter.inmemory;

import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Change;
import dev.referee.application.port.OutboxEvent;
import dev.referee.application.port.StoredOperation;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import dev.referee.domain.permit.PermitCase;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Makes the rows that a command would write. */
final class Rows {

    private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

    private Rows() {}

    static Change<PermitCase> opening(AggregateStore<PermitCase> store, PermitCase opened) {
        Namespace namespace = new Namespace("permit");
        Subject subject = opened.id().subject();
        OperationKey key = new OperationKey(namespace, subject, new OperationId("open"));
        return change(store, namespace, subject, Optional.empty(), opened, key);
    }

    static <S> Change<S> change(
            AggregateStore<S> store,
            Namespace namespace,
            Subject subject,
            Optional<S> before,
            S next,
            OperationKey key) {
        Actor actor = new Actor("tester", "1");
        TypeName type = new TypeName("test.change", 1);
        Json json = new Json("{}");
        var revision = store.revisionOf(next);
        return new Change<>(
                store,
                before,
                next,
                new AuditEntry(namespace, subject, revision, type.name(), actor, Optional.empty(), AT),
                new StoredOperation(
                        key,
                        subject,
                        actor,
                        type,
                        "0".repeat(64),
                        UUID.randomUUID().toString(),
                        revision,
                        Optional.of(json),
                        AT),
                new OutboxEvent(UUID.randomUUID(), namespace, subject, revision, new Event(type, json), AT));
    }
}
