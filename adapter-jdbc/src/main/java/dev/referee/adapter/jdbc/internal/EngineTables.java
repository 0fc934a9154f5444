package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.OutboxEvent;
import dev.referee.application.port.StoredOperation;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The engine's own tables: operations, audit rows and events, as statements and back. */
final class EngineTables {

    private static final String FIND_OPERATIONS = """
            SELECT namespace, subject, operation_id, aggregate_id, actor_role, actor_id, command_name, command_version,
                   digest, execution, revision, outcome, at
              FROM {operation}
             WHERE namespace = ? AND subject = ? AND operation_id IN (%s)""";

    private static final String INSERT_OPERATION = """
            INSERT INTO {operation} (namespace, subject, operation_id, aggregate_id, actor_role, actor_id, command_name,
                   command_version, digest, execution, revision, outcome, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String INSERT_AUDIT = """
            INSERT INTO {audit} (namespace, aggregate_id, revision, action, actor_role, actor_id, reason, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String LIST_AUDIT = """
            SELECT namespace, aggregate_id, revision, action, actor_role, actor_id, reason, at
              FROM {audit}
             WHERE namespace = ? AND aggregate_id = ?
             ORDER BY revision""";

    private static final String INSERT_EVENT = """
            INSERT INTO {event} (id, aggregatetype, aggregateid, type, payload, revision, type_version, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    /** So many keys are looked up by one statement. */
    private static final int MOST_KEYS = 128;

    private final Tables tables;
    private final String insertOperation;
    private final String insertAudit;
    private final String listAudit;
    private final String insertEvent;

    EngineTables(Tables tables) {
        this.tables = tables;
        this.insertOperation = tables.sql(INSERT_OPERATION);
        this.insertAudit = tables.sql(INSERT_AUDIT);
        this.listAudit = tables.sql(LIST_AUDIT);
        this.insertEvent = tables.sql(INSERT_EVENT);
    }

    /** The statements that find the operations with these keys: one for each subject, usually one in all. */
    List<Sql> operations(Set<OperationKey> keys) {
        Map<List<String>, List<String>> idsOfSubject = new LinkedHashMap<>();
        for (OperationKey key : keys) {
            idsOfSubject
                    .computeIfAbsent(
                            List.of(key.namespace().value(), key.subject().value()), subject -> new ArrayList<>())
                    .add(key.operationId().value());
        }
        List<Sql> statements = new ArrayList<>();
        idsOfSubject.forEach((subject, ids) -> {
            for (int from = 0; from < ids.size(); from += MOST_KEYS) {
                statements.add(operations(subject, ids.subList(from, Math.min(ids.size(), from + MOST_KEYS))));
            }
        });
        return statements;
    }

    /** The last id fills the list up to a power of two, so that drivers keep few different statements. */
    private Sql operations(List<String> subject, List<String> ids) {
        List<String> filled = new ArrayList<>(ids);
        while (Integer.bitCount(filled.size()) != 1) {
            filled.add(ids.get(ids.size() - 1));
        }
        String marks = String.join(", ", Collections.nCopies(filled.size(), "?"));
        List<Object> parameters = new ArrayList<>(subject);
        parameters.addAll(filled);
        return Sql.of(tables.sql(FIND_OPERATIONS.formatted(marks)), parameters.toArray());
    }

    StoredOperation operation(Row row) {
        return new StoredOperation(
                new OperationKey(
                        new Namespace(row.text("namespace")),
                        new Subject(row.text("subject")),
                        new OperationId(row.text("operation_id"))),
                new Subject(row.text("aggregate_id")),
                new Actor(row.text("actor_role"), row.text("actor_id")),
                new TypeName(row.text("command_name"), row.integer("command_version")),
                row.text("digest"),
                row.text("execution"),
                new Revision(row.number("revision")),
                row.optionalText("outcome").map(Json::new),
                row.instant("at"));
    }

    Sql insertOperation(StoredOperation operation) {
        OperationKey key = operation.key();
        return Sql.of(
                insertOperation,
                key.namespace().value(),
                key.subject().value(),
                key.operationId().value(),
                operation.aggregate().value(),
                operation.actor().role(),
                operation.actor().id(),
                operation.command().name(),
                operation.command().version(),
                operation.digest(),
                operation.execution(),
                operation.revision().value(),
                operation.outcome().map(Json::text),
                operation.at());
    }

    Sql insertAudit(AuditEntry entry) {
        return Sql.of(
                insertAudit,
                entry.namespace().value(),
                entry.aggregate().value(),
                entry.revision().value(),
                entry.action(),
                entry.actor().role(),
                entry.actor().id(),
                entry.reason().map(Reason::text),
                entry.at());
    }

    Sql listAudit(Namespace namespace, Subject aggregate) {
        return Sql.of(listAudit, namespace.value(), aggregate.value());
    }

    AuditEntry audit(Row row) {
        return new AuditEntry(
                new Namespace(row.text("namespace")),
                new Subject(row.text("aggregate_id")),
                new Revision(row.number("revision")),
                row.text("action"),
                new Actor(row.text("actor_role"), row.text("actor_id")),
                row.optionalText("reason").map(Reason::new),
                row.instant("at"));
    }

    Sql insertEvent(OutboxEvent event) {
        return Sql.of(
                insertEvent,
                event.id().toString(),
                event.namespace().value(),
                event.aggregate().value(),
                event.event().type().name(),
                event.event().payload().text(),
                event.revision().value(),
                event.event().type().version(),
                event.at());
    }
}
