package dev.referee.adapter.jdbc.internal;

import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.AuditTrail;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Subject;
import java.util.List;

/** Reads audit rows by the audit table's primary key. */
record JdbcAuditTrail(Reads reads, EngineTables tables) implements AuditTrail {

    @Override
    public List<AuditEntry> of(Namespace namespace, Subject aggregate) {
        return reads.query(tables.listAudit(namespace, aggregate)).stream()
                .map(tables::audit)
                .toList();
    }
}
