package dev.referee.adapter.jdbc;

import dev.referee.adapter.jdbc.internal.JdbcParts;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;

/**
 * An SQL database, opened and ready. Holds no connection of its own and needs no closing; the data source stays its owner's. Safe for many
 * threads.
 */
public final class JdbcAdapter implements Adapter {

    private final Capabilities capabilities;
    private final JdbcParts parts;

    JdbcAdapter(Capabilities capabilities, JdbcParts parts) {
        this.capabilities = capabilities;
        this.parts = parts;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public UnitsOfWork unitsOfWork() {
        return parts.unitsOfWork();
    }

    @Override
    public AuditTrail auditTrail() {
        return parts.auditTrail();
    }

    @Override
    public AggregateStore<PermitCase> permitCases() {
        return parts.permitCases();
    }

    @Override
    public CaseIds caseIds() {
        return parts.caseIds();
    }

    @Override
    public CaseQueries caseQueries() {
        return parts.caseQueries();
    }

    @Override
    public JobStore jobs() {
        return parts.jobs();
    }

    @Override
    public LeaseStore leases() {
        return parts.leases();
    }

    @Override
    public AdvisoryLocks advisoryLocks() {
        return parts.advisoryLocks();
    }

    @Override
    public GuardedInserts guardedInserts() {
        return parts.guardedInserts();
    }
}
